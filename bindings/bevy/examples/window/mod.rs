//! A window for the examples: a flat world of named places and bodies, with the thoughts of every mind above its head.
//!
//! With `-- --screenshot FILE --after SECONDS` a picture is saved after so many seconds of the game, and the game ends, with
//! an error if it is blank.

use std::collections::BTreeMap;
use std::time::Duration;

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk};
use bevy::time::TimeUpdateStrategy;
use bevy_cunning::{Landmark, ThoughtOverlay, ThoughtOverlayPlugin};

/// What there is to see is in this rectangle, in pixels.
const SIZE: UVec2 = UVec2::new(1024, 576);
const INK: Color = Color::srgb(0.90, 0.92, 0.95);
/// Everything flat lies behind bodies, and names lie before all.
const NAMES_Z: f32 = 10.0;

/// A picture to be taken.
#[derive(Resource)]
struct Picture {
    path: String,
    after: Duration,
}

/// An app with a window in which thoughts are drawn.
pub fn app(title: &str) -> App {
    let mut app = App::new();
    let window = Window { title: title.to_owned(), resolution: SIZE.into(), ..default() };
    app.add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }))
        .add_plugins(ThoughtOverlayPlugin)
        .insert_resource(ThoughtOverlay {
            font_size: 17.0,
            offset: Vec3::new(0.0, 58.0, NAMES_Z),
            ..default()
        })
        .insert_resource(ClearColor(Color::srgb(0.09, 0.11, 0.15)));
    app.world_mut().spawn(Camera2d);
    name(app.world_mut(), title, Vec2::new(0.0, SIZE.y as f32 / 2.0 - 34.0), 26.0);
    if let Some(path) = argument("--screenshot") {
        let after = argument("--after").and_then(|seconds| seconds.parse().ok()).unwrap_or(2.0);
        let after = Duration::try_from_secs_f32(after).unwrap_or_default();
        // However slow the machine is, the picture shows the same moment.
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)))
            .insert_resource(Picture { path, after })
            .add_systems(Update, take_picture);
    }
    app
}

/// Plays until the window is closed, or the picture is taken.
pub fn run(mut app: App) -> Result {
    match app.run() {
        AppExit::Success => Ok(()),
        AppExit::Error(_) => Err("there is nothing to be seen in the picture".into()),
    }
}

/// A place: a rectangle with its name below. Smaller ones lie on larger ones.
pub fn place(world: &mut World, called: &'static str, at: Vec2, size: Vec2, color: Color) {
    let z = -size.x / SIZE.x as f32;
    let mut place = world.spawn((Sprite::from_color(color, size), Transform::from_translation(at.extend(z))));
    if !called.is_empty() {
        // Plans that are about it lead here.
        place.insert(Landmark::of(called));
        name(world, called, at - Vec2::Y * (size.y / 2.0 + 16.0), 18.0);
    }
}

/// What a body looks like: a disc. Where it is, is for the game to say.
pub fn body(world: &mut World, entity: Entity, color: Color) {
    let mesh = world.resource_mut::<Assets<Mesh>>().add(Circle::new(15.0));
    let color = world.resource_mut::<Assets<ColorMaterial>>().add(color);
    world.entity_mut(entity).insert((Mesh2d(mesh), MeshMaterial2d(color), Transform::default()));
}

fn name(world: &mut World, text: &str, at: Vec2, font_size: f32) {
    let font = TextFont { font_size: FontSize::Px(font_size), ..default() };
    let at = Transform::from_translation(at.extend(NAMES_Z));
    world.spawn((Text2d::new(text), font, TextColor(INK), at));
}

/// What follows a word on the command line.
fn argument(word: &str) -> Option<String> {
    std::env::args().skip_while(|argument| argument != word).nth(1)
}

fn take_picture(time: Res<Time>, picture: Res<Picture>, mut commands: Commands, mut is_taken: Local<bool>) {
    if time.elapsed() < picture.after || std::mem::replace(&mut *is_taken, true) {
        return;
    }
    commands.spawn(Screenshot::primary_window()).observe(save_to_disk(picture.path.clone())).observe(
        |taken: On<ScreenshotCaptured>, mut exit: MessageWriter<AppExit>| {
            let shows_something = shows_something(taken.image.data.as_deref().unwrap_or_default());
            exit.write(if shows_something { AppExit::Success } else { AppExit::error() });
        },
    );
}

/// Whether a picture has places, bodies, names and thoughts in it: some colours, and none of them everywhere.
fn shows_something(pixels: &[u8]) -> bool {
    let mut colors = BTreeMap::new();
    for pixel in pixels.chunks_exact(4) {
        *colors.entry(pixel).or_insert(0_usize) += 1;
    }
    let most = colors.values().max().map_or(0, |count| count * 4);
    colors.len() > 20 && most < pixels.len() * 9 / 10
}
