//! The game in a window: the map, the bodies, the menu, and what the player has to know.

use bevy::prelude::*;
use bevy::sprite::Anchor;
use cunning_arena::simulation::Verdict;

use super::{Button, MENU_WIDTH, Point, Table, centre, corners};

/// The size of a cell, in pixels.
const CELL: f32 = 24.0;
/// How far the map is above the middle of the window, which leaves room for text below it.
const RAISED: f32 = 54.0;
const MARK: Color = Color::srgb(0.95, 0.85, 0.45);
const INK: Color = Color::srgb(0.90, 0.92, 0.95);

/// The half size of the map, in cells.
#[derive(Resource, Clone, Copy)]
struct Middle(Vec2);

impl Middle {
    /// The position of a point of the map in the window.
    fn at(self, (x, y): Point) -> Vec2 {
        Vec2::new(x - self.0.x, self.0.y - y) * CELL + Vec2::Y * RAISED
    }

    /// The point of the map at a position in the window.
    fn point(self, at: Vec2) -> Point {
        (at.x / CELL + self.0.x, self.0.y - (at.y - RAISED) / CELL)
    }
}

/// The text below the map.
#[derive(Component)]
struct Hud;

/// The text of the menu.
#[derive(Component)]
struct Orders;

/// Adds the view of the game to an app with a window.
pub fn add(app: &mut App) {
    let scene = app.world().resource::<Table>().0.simulation.world().scene();
    let (width, height) = (scene.width(), scene.height());
    let middle = Middle(Vec2::new(f32::from(width), f32::from(height)) / 2.0);
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| cunning_arena::Cell::new(x, y)));
    let ground: Vec<_> = cells.map(|cell| (middle.at(centre(cell)), scene.terrain(cell).letter())).collect();
    let world = app.world_mut();
    for (at, letter) in ground {
        let color = match letter {
            '#' => Color::srgb(0.38, 0.42, 0.47),
            'o' => Color::srgb(0.55, 0.46, 0.31),
            _ => Color::srgb(0.14, 0.18, 0.17),
        };
        let cell = Sprite::from_color(color, Vec2::splat(CELL - 1.0));
        world.spawn((cell, Transform::from_translation(at.extend(-1.0))));
    }
    let text = |size: f32| {
        let font = TextFont { font_size: FontSize::Px(size), ..default() };
        (Text2d::new(""), font, TextColor(INK), Anchor::TOP_LEFT)
    };
    let below = middle.at((0.0, f32::from(height) + 0.3));
    world.spawn((Hud, text(14.0), Transform::from_translation(below.extend(5.0))));
    world.spawn((Orders, text(19.0), Transform::default()));
    app.insert_resource(middle).add_systems(Update, (mouse, draw, tell).chain());
}

/// Passes the mouse on to the game.
fn mouse(
    mut table: ResMut<Table>,
    middle: Res<Middle>,
    window: Single<&Window>,
    camera: Single<(&Camera, &GlobalTransform)>,
    buttons: Res<ButtonInput<MouseButton>>,
) {
    let (camera, transform) = *camera;
    let cursor = window.cursor_position();
    let Some(at) = cursor.and_then(|cursor| camera.viewport_to_world_2d(transform, cursor).ok()) else {
        return;
    };
    let battle = &mut table.0;
    battle.move_to(middle.point(at));
    for (button, meant) in [(MouseButton::Left, Button::Left), (MouseButton::Right, Button::Right)] {
        if buttons.just_pressed(button) {
            battle.press(meant);
        }
        if buttons.just_released(button) {
            battle.release(meant);
        }
    }
}

/// Draws bodies, the selection and the frame of the menu.
fn draw(table: Res<Table>, middle: Res<Middle>, mut gizmos: Gizmos) {
    let battle = &table.0;
    let simulation = &battle.simulation;
    for (spec, actor) in simulation.world().scene().actors().iter().zip(simulation.world().actors()) {
        let color = match (actor.is_alive(), Some(spec.team) == simulation.player_team()) {
            (false, _) => Color::srgb(0.35, 0.35, 0.35),
            (true, true) => Color::srgb(0.35, 0.65, 0.95),
            (true, false) => Color::srgb(0.90, 0.35, 0.35),
        };
        let at = Isometry2d::from_translation(middle.at(centre(actor.cell())));
        gizmos.circle_2d(at, CELL * 0.36, color);
        if actor.is_alive() && battle.selected.contains(&spec.name) {
            gizmos.circle_2d(at, CELL * 0.52, MARK);
        }
    }
    let mut frame = |from: Point, to: Point, color: Color| {
        let (from, to) = (middle.at(from), middle.at(to));
        gizmos.rect_2d(Isometry2d::from_translation((from + to) / 2.0), (to - from).abs(), color);
    };
    if let Some(menu) = &battle.menu {
        let (x, y) = menu.at;
        frame(menu.at, (x + MENU_WIDTH, y + menu.items.len() as f32), INK);
    } else if let Some(from) = battle.pressed_at {
        let (low, high) = corners(from, battle.pointer);
        frame(low, high, MARK);
    }
}

/// Writes the menu, and below the map the briefing, or score, friends, reports and verdict.
fn tell(
    table: Res<Table>,
    middle: Res<Middle>,
    mut hud: Single<&mut Text2d, (With<Hud>, Without<Orders>)>,
    orders: Single<(&mut Text2d, &mut Transform), With<Orders>>,
) {
    let battle = &table.0;
    let (mut list, mut place) = orders.into_inner();
    list.0 = battle.menu.as_ref().map_or_else(String::new, |menu| {
        place.translation = middle.at(menu.at).extend(12.0);
        let line = |(order, targets): &(String, Vec<String>)| format!(" {order} {}", targets.join(" "));
        menu.items.iter().map(line).collect::<Vec<_>>().join("\n")
    });
    if !battle.has_begun {
        let briefing = battle.briefing().map_or("", |briefing| briefing.text.trim());
        hud.0 =
            format!("{briefing}\nClick to begin. Left button: select, or draw a box. Right button: orders.");
        return;
    }
    let friends: Vec<String> = battle
        .friends()
        .iter()
        .map(|(friend, _)| {
            format!("{} {} {}", friend.name, friend.health, friend.goal.as_deref().unwrap_or("-"))
        })
        .collect();
    let verdict = match battle.simulation.verdict() {
        Verdict::Won => "YOU WON  ",
        Verdict::Lost => "YOU LOST  ",
        Verdict::Open if battle.is_over() => "TIME IS UP  ",
        Verdict::Open => "",
    };
    let (score, reports) = (battle.simulation.score(), battle.reports.join("\n"));
    hud.0 = format!("{verdict}score {score}    {}\n{reports}", friends.join("    "));
}
