//! Animated GIFs: frames store what changed, and a frame that changes nothing prolongs the one before.

use cunning_draw::{Animation, DrawError};
use gif::{ColorOutput, DecodeOptions};

/// A picture of 10 × 5 units with a red square in a column.
fn square(column: u8) -> String {
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 5' width='10' height='5'>\
         <rect width='10' height='5' fill='#0000ff'/><rect x='{column}' y='2' width='1' height='1' fill='#ff0000'/></svg>"
    )
}

/// A decoded frame: left, top, width, height, delay and the RGBA of its first pixel.
type Decoded = (u16, u16, u16, u16, u16, Vec<u8>);

fn decoded(bytes: &[u8]) -> Vec<Decoded> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).unwrap();
    assert_eq!((decoder.width(), decoder.height()), (40, 20));
    let mut all = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let first = frame.buffer[..4].to_vec();
        all.push((frame.left, frame.top, frame.width, frame.height, frame.delay, first));
    }
    all
}

#[test]
fn frames_store_the_rectangle_that_changed() {
    let mut animation = Animation::new(40, 20).unwrap();
    for (column, delay) in [(1, 10), (1, 10), (3, 7)] {
        animation.add(&square(column), delay).unwrap();
    }
    assert_eq!(animation.frames(), 2);
    let frames = decoded(&animation.to_gif().unwrap());
    // Colours are rounded to steps of 8.
    assert_eq!(
        frames[0],
        (0, 0, 40, 20, 20, vec![4, 4, 255, 255]),
        "the same picture twice is one longer frame"
    );
    assert_eq!(frames[1], (4, 8, 12, 4, 7, vec![4, 4, 255, 255]), "from the old square to the new one");
    assert_eq!(frames.len(), 2);
}

#[test]
fn same_frames_give_the_same_bytes() {
    let bytes = || {
        let mut animation = Animation::new(40, 20).unwrap();
        (0..9).for_each(|column| animation.add(&square(column), 5).unwrap());
        animation.to_gif().unwrap()
    };
    assert_eq!(bytes(), bytes());
}

#[test]
fn sizes_and_documents_that_cannot_be_drawn_are_errors() {
    assert_eq!(Animation::new(0, 5).err(), Some(DrawError::NoCells));
    assert!(matches!(Animation::new(60_000, 60_000).err(), Some(DrawError::TooManyPixels { .. })));
    let mut animation = Animation::new(40, 20).unwrap();
    assert!(matches!(animation.add("<svg", 5), Err(DrawError::Render(_))));
}
