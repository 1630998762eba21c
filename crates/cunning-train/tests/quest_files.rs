//! Quest files: their meaning, and the diagnostics of invalid ones.

use cunning_diag::{Diagnostics, Source};
use cunning_train::{
    EventKind, Experience, Facts, MoveError, Obstacle, Quest, QuestPlanner, QuestSearch, Rules, Situation,
    Successors, built_in,
};

fn read(text: &str) -> Result<Quest, Diagnostics> {
    Quest::parse(&Source::new("quest.toml", text))
}

const GOOD: &str = "\
name = 'cellar'
map = '''
#########
#S.kp#.G#
#..l.D..#
#...E#..#
#########
'''
[walker]
at = 'S'
[item.key]
at = 'k'
[item.potion]
at = 'p'
heals = 40
[trigger.lever]
at = 'l'
fact = 'bridge'
needs = ['key']
takes_ms = 500
[door.gate]
at = 'D'
needs = ['bridge']
[enemy.rat]
at = 'E'
reach = 1
harm = 20
[goal]
at = 'G'
needs = ['key']
health = 40
";

#[test]
fn valid_quest_is_read() {
    let quest = read(GOOD).unwrap();
    assert_eq!((quest.name(), quest.width(), quest.height()), ("cellar", 9, 5));
    assert_eq!(quest.facts(), ["key", "potion", "bridge"]);
    let kinds: Vec<_> = quest.events().iter().map(|event| (event.name.as_str(), event.kind)).collect();
    let (item, trigger) = (EventKind::Item, EventKind::Trigger);
    assert_eq!(kinds, [("key", item), ("potion", item), ("lever", trigger)]);
    assert_eq!(quest.events()[2].needs, Facts(1));
    assert_eq!(quest.goal().needs, Facts(1));
    assert_eq!(quest.check_reachable(), Ok(()));
}

#[test]
fn errors_have_locations() {
    for (wrong, right, code, says) in [
        ("..l.D", "..l.?", "train/map", "unknown letter `?`"),
        ("#...E#..#", "#...E#..", "train/map", "8 cells, the first one 9"),
        ("at = 'S'", "at = 'X'", "train/place", "`X` is not on the map"),
        ("at = 'k'", "at = 'S'", "train/place", "belongs to another object"),
        ("needs = ['bridge']", "needs = ['brigde']", "train/unknown-fact", "nothing makes `brigde` true"),
        ("harm = 20", "harm = -1", "train/toml", "invalid"),
        ("reach = 1", "reach = nan", "train/value", "from 0 to 1024"),
        ("reach = 1", "raech = 1", "train/toml", "unknown field `raech`"),
        ("takes_ms = 500", "takes_ms = 99999999", "train/value", "from 0 to 60000"),
        ("health = 40", "health = 400", "train/value", "from 0 to 100"),
        ("[goal]", "[gaol]", "train/toml", "unknown field `gaol`"),
        ("at = 'G'", "at = 'GG'", "train/toml", "expected a character"),
    ] {
        assert!(GOOD.contains(wrong));
        let text = GOOD.replacen(wrong, right, 1);
        let same = text.lines().zip(GOOD.lines()).take_while(|(text, good)| text == good).count();
        let line = same as u32 + 1;
        let found = read(&text).unwrap_err();
        let told = found.iter().any(|one| {
            one.code().as_str() == code
                && one.message().contains(says)
                && one.location().is_some_and(|place| place.line == line)
        });
        assert!(told, "{right}: expected {code} in line {line}, found\n{found}");
    }
    let suggestion = read(&GOOD.replace("['bridge']", "['brigde']")).unwrap_err().to_string();
    assert!(suggestion.contains("did you mean `bridge`?"), "{suggestion}");
}

#[test]
fn several_errors_are_reported_at_once() {
    let text = GOOD.replace("..l.D", "..l.?").replace("health = 40", "health = 400");
    assert_eq!(read(&text).unwrap_err().len(), 3, "letter, door without a place, health");
}

#[test]
fn hostile_files_are_rejected() {
    for text in
        ["", "map = ''", "map = 1", "map = '''\n\n'''\n[walker]\nat='S'\n[goal]\nat='G'", "\u{0}", "[walker]"]
    {
        assert!(read(text).is_err(), "{text:?}");
    }
    let wide = GOOD.replace("#########", &"#".repeat(2000));
    assert!(read(&wide).unwrap_err().to_string().contains("train/limit"));
    let facts: String =
        (0..40).map(|n| ["[item.i", n.to_string().as_str(), "]\nat = 'k'\n"].concat()).collect();
    assert!(read(&(GOOD.to_owned() + &facts)).unwrap_err().to_string().contains("more than 32 facts"));
}

#[test]
fn unreachable_goal_is_explained() {
    let reason = |text: String| read(&text).unwrap().check_reachable().unwrap_err();
    let walled =
        reason(GOOD.replace("..l.D", "..l.#").replace("[door.gate]\nat = 'D'\nneeds = ['bridge']\n", ""));
    assert_eq!(walled.to_string(), "walls separate the start from the goal");
    // The lever needs a key that is behind the door it opens.
    let locked = reason(GOOD.replace("#S.kp#.G#", "#S..p#kG#"));
    let door = Obstacle::Door { name: "gate".into(), missing: vec!["bridge".into()] };
    assert_eq!(locked.obstacles, [door]);
    assert!(locked.to_string().contains("the door `gate` needs `bridge`"), "{locked}");
    let dungeon = Quest::parse(&built_in::quest("dungeon").unwrap()).unwrap();
    let guarded = dungeon.with_event_at("shield", (34, 24)).unwrap().check_reachable().unwrap_err();
    let ogre = Obstacle::Enemy { name: "ogre".into(), missing: Some("shield".into()) };
    assert_eq!(guarded.obstacles, [ogre]);
    assert!(guarded.to_string().contains("the enemy `ogre` cannot be passed without `shield`"), "{guarded}");
    // Three steps within reach of the rat, with health for two.
    let weak = reason(GOOD.replace("harm = 20", "harm = 80").replace("reach = 1", "reach = 9"));
    assert!(weak.to_string().contains("enemy `rat`"), "{weak}");
}

#[test]
fn events_can_be_moved() {
    let quest = read(GOOD).unwrap();
    let moved = quest.with_event_at("key", (7, 3)).unwrap();
    assert_eq!(moved.events()[0].cells, [3 * 9 + 7]);
    assert_eq!(quest.with_event_at("keg", (7, 3)), Err(MoveError::UnknownEvent("keg".into())));
    for nowhere in [(0, 0), (5, 2), (9, 9)] {
        assert_eq!(quest.with_event_at("key", nowhere), Err(MoveError::NotFree(nowhere)));
    }
}

#[test]
fn built_in_quests_are_solvable() {
    for name in built_in::NAMES {
        let quest = Quest::parse(&built_in::quest(name).unwrap()).unwrap_or_else(|found| panic!("{found}"));
        assert_eq!((quest.name(), quest.check_reachable()), (*name, Ok(())));
        for file in quest.demonstrations() {
            assert!(built_in::demonstrations(file).is_some(), "{name}: {file}");
        }
    }
}

#[test]
fn quest_continues_from_a_situation() {
    let quest = Quest::parse(&built_in::quest("dungeon").unwrap()).unwrap();
    let start = Rules::new(&quest).start();
    let search = |quest: &Quest| {
        let search = QuestSearch::new(quest, &Experience::new(), QuestPlanner::ASTAR, Successors::Sixteen);
        let mut search = search.unwrap();
        search.step(u64::MAX);
        (search.cost().unwrap(), search.plan())
    };
    let (cost, plan) = search(&quest);
    // The rest of a fastest plan is a fastest plan for the rest of the quest.
    for moment in plan.iter().step_by(20) {
        let (left, rest) = search(&quest.begun_at(moment.situation).unwrap());
        assert_eq!((left, rest[0].situation), (cost - moment.ns, moment.situation));
    }
    // An event without cells cannot happen, and one at the start cell happens at once.
    let lost = quest.with_event_at_all("key", &[]).unwrap();
    assert!(lost.check_reachable().unwrap_err().to_string().contains("the door `treasury` needs `key`"));
    let found = quest.with_event_at_all("key", &[start.cell, 61]).unwrap();
    assert_eq!(found.fact_names(Rules::new(&found).start().facts).collect::<Vec<_>>(), ["key"]);
    assert!(quest.with_event_at_all("key", &[0]).is_err() && quest.with_event_at_all("kay", &[]).is_err());
    for impossible in [
        Situation { cell: 0, ..start },
        Situation { cell: u32::MAX, ..start },
        Situation { level: 0, ..start },
        Situation { level: 6, ..start },
        Situation { facts: Facts(4), ..start },
    ] {
        assert_eq!(quest.begun_at(impossible), Err(MoveError::Impossible(impossible)));
    }
}
