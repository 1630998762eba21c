//! Pictures: every scene can be drawn, and all its parts are visible.

use crate::support;

use cunning_arena::picture::{TextStyle, svg, text};
use cunning_arena::{Intent, Stance, Target};
use support::{SCENES, actor, id, run, world, world_of};

#[test]
fn every_scene_can_be_drawn_as_text_and_svg() {
    for name in SCENES {
        let world = world_of(name);
        let frame = text(&world, TextStyle::Plain);
        assert_eq!(frame.lines().count(), usize::from(world.scene().height()), "{name}");
        assert!(frame.is_ascii());
        let coloured = text(&world, TextStyle::Colour);
        // Without its escapes the coloured frame equals the plain one.
        let bare: String =
            coloured.split('\x1b').map(|part| part.split_once('m').map_or(part, |(_, rest)| rest)).collect();
        let trimmed: Vec<&str> = bare.lines().map(str::trim_end).collect();
        assert_eq!(trimmed, frame.lines().collect::<Vec<_>>(), "{name}");
        let picture = svg(&world).unwrap();
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
        assert_eq!(picture.matches("<svg").count(), picture.matches("</svg>").count());
        assert_eq!(picture.matches("<g").count(), picture.matches("</g>").count(), "{name}");
        for spec in world.scene().actors() {
            assert!(picture.contains(&format!("<title>{}</title>", spec.name)), "{name}: {}", spec.name);
        }
    }
}

#[test]
fn frame_shows_teams_headings_stances_doors_items_and_dead_actors() {
    let people = actor("ann", "red", 0, 0, "facing = 'south'\nitems = { apple = 1 }")
        + &actor("bob", "blue", 4, 0, "facing = 'west'\nbody = 'frail'\nitems = { coin = 1 }")
        + "[body.frail]\nhealth = 1\n[[station]]\nname = 's'\nat = [1, 1]\n[[item_at]]\nitem = 'coin'\nat = [0, 1]\n";
    let mut world = world(".....o\n...+/%\n~T#...\n", &people);
    let (ann, bob) = (id(&world, "ann"), id(&world, "bob"));
    assert_eq!(text(&world, TextStyle::Plain), "Rv. . . B<o\n! $ . + / %\n~ T # . . .\n");
    run(&mut world, ann, Intent::Stand { stance: Stance::Crouched }).unwrap();
    run(&mut world, ann, Intent::Shoot { at: Target::Actor(bob), rounds: 1 }).unwrap();
    let frame = text(&world, TextStyle::Plain);
    assert!(frame.starts_with("r>. . . x o\n"), "{frame}");
}
