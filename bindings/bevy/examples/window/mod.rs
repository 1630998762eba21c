//! A window for the examples: a 2D world of named places and bodies, with the goal and plan of every agent above it.
//!
//! With `-- --screenshot FILE --after SECONDS` the game saves a screenshot after that time of the game and ends, with an
//! error if the screenshot is blank.

use std::collections::BTreeMap;
use std::time::Duration;

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk};
use bevy::time::TimeUpdateStrategy;
use bevy_cunning::{Landmark, ThoughtOverlay, ThoughtOverlayPlugin};

/// The visible rectangle, in pixels.
const SIZE: UVec2 = UVec2::new(1024, 576);
const INK: Color = Color::srgb(0.90, 0.92, 0.95);
/// Places are behind bodies, and names are in front of both.
const NAMES_Z: f32 = 10.0;

/// The screenshot to take.
#[derive(Resource)]
struct ScreenshotPlan {
    path: String,
    after: Duration,
}

/// Creates an app with a window and the overlay.
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
        // Fixed frames show the same moment on slow and fast machines.
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)))
            .insert_resource(ScreenshotPlan { path, after })
            .add_systems(Update, take_screenshot);
    }
    app
}

/// Runs until the window is closed or the screenshot is taken.
pub fn run(mut app: App) -> Result {
    match app.run() {
        AppExit::Success => Ok(()),
        AppExit::Error(_) => Err("the screenshot is blank".into()),
    }
}

/// Adds a place: a rectangle with its name below. Smaller ones are in front of larger ones.
pub fn place(world: &mut World, label: &'static str, at: Vec2, size: Vec2, color: Color) {
    let z = -size.x / SIZE.x as f32;
    let mut place = world.spawn((Sprite::from_color(color, size), Transform::from_translation(at.extend(z))));
    if !label.is_empty() {
        // The overlay's arrows to the object end here.
        place.insert(Landmark::of(label));
        name(world, label, at - Vec2::Y * (size.y / 2.0 + 16.0), 18.0);
    }
}

/// Draws an entity as a disc. The game sets its transform.
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

/// Returns the argument after an option on the command line.
fn argument(option: &str) -> Option<String> {
    std::env::args().skip_while(|argument| argument != option).nth(1)
}

fn take_screenshot(
    time: Res<Time>,
    plan: Res<ScreenshotPlan>,
    mut commands: Commands,
    mut is_taken: Local<bool>,
) {
    if time.elapsed() < plan.after || std::mem::replace(&mut *is_taken, true) {
        return;
    }
    commands.spawn(Screenshot::primary_window()).observe(save_to_disk(plan.path.clone())).observe(
        |captured: On<ScreenshotCaptured>, mut exit: MessageWriter<AppExit>| {
            let is_blank = is_blank(captured.image.data.as_deref().unwrap_or_default());
            exit.write(if is_blank { AppExit::error() } else { AppExit::Success });
        },
    );
}

/// Returns whether a screenshot has few colours, or one colour almost everywhere.
fn is_blank(pixels: &[u8]) -> bool {
    let mut colors = BTreeMap::new();
    for pixel in pixels.chunks_exact(4) {
        *colors.entry(pixel).or_insert(0_usize) += 1;
    }
    let most = colors.values().max().map_or(0, |count| count * 4);
    colors.len() <= 20 || most >= pixels.len() * 9 / 10
}
