// Tests of the plugin's logic with the real library: ticks, commands, reports, lifetimes and mistakes.

#include "Game/Json.h"
#include "Game/TickClock.h"
#include "Game/World.h"

#include <cstdio>
#include <cstdlib>
#include <limits>

using namespace cunning::game;
using cunning::Point;
using cunning::Value;

namespace {

/// What the last game logged.
std::vector<std::string> trouble;

void fail(const char* file, int line, const char* what) {
  std::printf("FAILED %s:%d: %s\n", file, line, what);
  for (const std::string& text : trouble) std::printf("  %s\n", text.c_str());
  std::exit(1);
}

#define EXPECT(condition) \
  if (!(condition)) fail(__FILE__, __LINE__, #condition)

constexpr const char* GUARD = R"toml(
types = { place = ["gate", "yard", "bell"] }
facts = { at = "place", sees_thief = { type = "bool", sensed = true }, alarm = "bool" }
action.go = { params = { to = "place" }, when = ["at != to"], then = ["at = to"] }
action.ring = { when = ["at == bell"], then = ["alarm"] }
goal.raise_alarm = { want = ["alarm"], relevance = [{ when = ["sees_thief"], score = 1 }] }
agent.guard = { actions = ["go", "ring"], goals = { raise_alarm = 1 }, sensors = ["eyes"] }
)toml";

/// A body that logs what it is asked for and reports each step at once, if it is told to.
class LoggingBody : public Body {
 public:
  explicit LoggingBody(std::vector<std::string>* log) : log_(log) {}

  bool reports_at_once = true;
  std::function<void(Agent&)> on_start = [](Agent&) {};
  std::function<void(Agent&)> on_sense = [](Agent&) {};
  Reply reply;
  std::uint64_t asked = 0;
  Point place = {0, 0, 0};

  void step_started(Agent& agent) override {
    log_->push_back(agent.name() + " starts " + agent.step().action);
    on_start(agent);
    if (reports_at_once) agent.done();
  }
  void step_stopped(Agent& agent, std::uint32_t reason) override {
    log_->push_back(agent.name() + " stops " + agent.step().action + " " + std::to_string(reason));
  }
  void sense(Agent& agent, std::string_view) override { on_sense(agent); }
  bool check_asked(Agent& agent, const Question& question) override {
    log_->push_back(agent.name() + " checks " + std::string(question.name) + " of " + std::string(question.action));
    return true;
  }
  Reply answer(Agent& agent, const Question& question) override {
    asked = question.id;
    log_->push_back(agent.name() + " answers " + std::string(question.name));
    return reply;
  }
  void went_idle(Agent& agent, std::uint32_t) override { log_->push_back(agent.name() + " idles"); }
  void order_changed(Agent& agent, std::uint64_t, std::uint32_t state) override {
    log_->push_back(agent.name() + " order " + std::to_string(state));
  }
  bool position(Point& out) const override {
    out = place;
    return true;
  }

 private:
  std::vector<std::string>* log_;
};

struct Game {
  std::vector<std::string> log;
  std::vector<std::string> mistakes;
  LoggingBody body{&log};
  World world{[this](std::string_view message, std::string_view) {
    mistakes.emplace_back(message);
    trouble.emplace_back(message);
  }};

  bool open(const std::string& domain) { return world.open({{"test.toml", domain}}); }
  void ticks(int count) {
    for (int i = 0; i < count; i++) world.tick(100000);
  }
  bool logged(std::string_view line) const {
    for (const std::string& known : log) {
      if (known == line) return true;
    }
    return false;
  }
};

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  text.replace(text.find(from), from.size(), to);
  return text;
}

void guard_goes_to_the_bell_and_rings_it() {
  Game game;
  const auto guard = game.world.add("guard", "bob", &game.body);
  EXPECT(game.open(GUARD));
  EXPECT(guard->set("sees_thief", true));
  game.ticks(4);
  EXPECT((game.log == std::vector<std::string>{"bob starts go", "bob starts ring", "bob idles"}));
  EXPECT(game.mistakes.empty());
}

void arguments_of_the_step_are_kept_until_it_ends() {
  Game game;
  game.body.reports_at_once = false;
  const auto guard = game.world.add("guard", "bob", &game.body);
  game.open(GUARD);
  guard->set("sees_thief", true);
  game.ticks(5);
  EXPECT(guard->is_doing("go"));
  EXPECT(game.world.name_of(guard->step().arg(0)) == "bell");
  EXPECT(guard->step().arg(7).is_none());
  Summary summary;
  EXPECT(guard->summarize(summary));
  EXPECT(summary.goal == "raise_alarm");
  EXPECT((summary.plan == std::vector<std::string>{"go(bell)", "ring"}));
  EXPECT(!summary.why.empty());
  EXPECT(guard->done());
  EXPECT(!guard->done());
  game.ticks(1);
  EXPECT(guard->is_doing("ring"));
}

void sensor_is_polled_and_its_belief_counts_in_the_same_tick() {
  Game game;
  game.body.on_sense = [](Agent& agent) { agent.set("sees_thief", true); };
  game.world.add("guard", "bob", &game.body);
  game.world.poll_sensor("eyes", 100000);
  game.open(GUARD);
  game.ticks(1);
  EXPECT(game.logged("bob starts go"));
}

void mistakes_are_logged_once_with_a_suggestion() {
  Game game;
  const auto guard = game.world.add("guard", "bob", &game.body);
  const auto unknown = game.world.add("gard", "tim", &game.body);
  EXPECT(!game.open("facts = { at = 'plaice' }"));
  EXPECT(game.mistakes.size() == 1 && game.mistakes[0].find("plaice") != std::string::npos);
  EXPECT(!guard->is_alive() && !guard->set("at", "gate") && !guard->done() && !guard->order("raise_alarm"));
  game.ticks(2);
  game.mistakes.clear();
  EXPECT(game.open(GUARD));
  EXPECT(game.mistakes.size() == 1 && !unknown->is_alive());
  for (int i = 0; i < 3; i++) {
    EXPECT(!guard->set("sees_thef", true));
    EXPECT(!guard->set("sees_thief", 3));
    EXPECT(!guard->set("at", "bel"));
  }
  EXPECT(game.mistakes.size() == 4);
  EXPECT(game.mistakes[1].find("sees_thief") != std::string::npos);
  EXPECT(guard->set("at", "bell"));
}

void reports_count_in_the_order_of_agents_not_of_calls() {
  std::uint64_t hashes[2] = {0, 1};
  for (int run = 0; run < 2; run++) {
    Game game;
    game.body.reports_at_once = false;
    std::vector<std::shared_ptr<Agent>> guards;
    for (int i = 0; i < 5; i++) guards.push_back(game.world.add("guard", "guard " + std::to_string(i), &game.body));
    game.open(GUARD);
    for (const auto& guard : guards) guard->set("sees_thief", true);
    for (int tick = 0; tick < 6; tick++) {
      game.ticks(1);
      for (int i = 0; i < 5; i++) guards[run == 0 ? i : 4 - i]->done();
    }
    hashes[run] = *game.world.minds().hash();
  }
  EXPECT(hashes[0] == hashes[1]);
}

void stopped_step_is_reported_unless_the_agent_winds_down() {
  for (const bool winds_down : {false, true}) {
    Game game;
    game.body.reports_at_once = false;
    const auto guard = game.world.add("guard", "bob", &game.body);
    guard->winds_down = winds_down;
    game.open(GUARD);
    guard->set("sees_thief", true);
    game.ticks(1);
    EXPECT(!guard->stopped());
    EXPECT(guard->hold(true));
    game.ticks(1);
    EXPECT(guard->step().is_stopping == winds_down && !guard->is_doing("go"));
    EXPECT(guard->stopped() == winds_down);
    guard->hold(false);
    game.ticks(2);
    EXPECT(guard->is_doing("go"));
    EXPECT(game.mistakes.empty());
  }
}

void questions_are_answered_at_once_or_later() {
  const char* text = R"toml(
types = { foe = { open = true, max = 4 } }
facts = { sees = { type = "bool", of = ["foe"] }, dead = { type = "bool", of = ["foe"] } }
query.nearest = { from = "foe", where = ["sees[c]", "near(self, c)"], score = "0 - dist(self, c)", take = 1 }
action.shoot = { params = { f = "query.nearest" }, then = ["dead[f]"], check = "in_range" }
goal.fight = { want = ["some foe f: dead[f]"] }
agent.archer = { actions = ["shoot"], goals = { fight = 1 } }
)toml";
  for (const bool is_late : {false, true}) {
    Game game;
    game.body.reports_at_once = false;
    game.body.reply = is_late ? Reply::later() : Reply::of(true);
    const auto archer = game.world.add("archer", "bob", &game.body);
    std::uint64_t nearest = 0;
    for (const int far : is_late ? std::vector<int>{3} : std::vector<int>{9, 3}) {
      KnownObject foe;
      foe.type = "foe";
      foe.name = "foe " + std::to_string(far);
      foe.position = [far](Point& out) {
        out = {far * 1000000, 0, 0};
        return true;
      };
      nearest = game.world.add_object(foe);
      if (!game.world.is_open()) EXPECT(game.open(text));
      EXPECT(archer->set_about("sees", game.world.find_object(nearest)->value(), true));
    }
    game.ticks(6);
    if (is_late) {
      EXPECT(!archer->is_doing("shoot"));
      game.world.answer(game.body.asked, Reply::of(true));
      game.ticks(6);
    }
    EXPECT(archer->is_doing("shoot"));
    EXPECT(game.world.find(archer->step().arg(0))->name == "foe 3");
    EXPECT(game.logged("bob checks in_range of shoot"));
    game.world.remove_object(nearest);
    game.ticks(1);
    EXPECT(game.logged("bob stops shoot " + std::to_string(CUNNING_STOP_OBJECT_LOST)));
    EXPECT(game.mistakes.empty());
  }
}

void second_session_equals_the_first_and_old_calls_do_nothing() {
  Game game;
  const auto guard = game.world.add("guard", "bob", &game.body);
  std::uint64_t hashes[2] = {0, 1};
  for (std::uint64_t& hash : hashes) {
    EXPECT(game.open(GUARD));
    guard->set("sees_thief", true);
    game.ticks(2);
    hash = *game.world.minds().hash();
    game.world.close();
    EXPECT(!guard->is_alive() && !guard->done() && !guard->set("sees_thief", true) && !guard->hold(true));
    EXPECT(!guard->step().is_running && game.world.attach().empty());
    game.world.answer(7, Reply::of(1.0));
  }
  EXPECT(hashes[0] == hashes[1] && game.mistakes.empty());
}

void agents_outlive_their_world() {
  std::shared_ptr<Agent> guard;
  {
    Game game;
    guard = game.world.add("guard", "bob", &game.body);
    game.open(GUARD);
    EXPECT(guard->is_alive());
  }
  Summary summary;
  EXPECT(!guard->is_alive() && !guard->done() && !guard->set("at", "gate") && !guard->summarize(summary));
  guard->set_commander(nullptr);
}

void bodies_may_close_the_world_and_remove_agents_during_a_tick() {
  Game game;
  std::vector<std::shared_ptr<Agent>> guards;
  for (int i = 0; i < 3; i++) guards.push_back(game.world.add("guard", "guard " + std::to_string(i), &game.body));
  game.open(GUARD);
  for (const auto& guard : guards) guard->set("sees_thief", true);
  game.body.on_start = [&](Agent&) {
    if (guards.size() == 3) {
      game.world.remove(guards[0]);
      game.world.remove(guards[0]);
      guards.erase(guards.begin());
    } else {
      game.world.close();
    }
  };
  game.ticks(4);
  EXPECT(!game.world.is_open() && game.log.size() == 2 && game.mistakes.empty());
}

void body_that_ticks_its_world_is_a_mistake() {
  Game game;
  game.body.on_start = [&](Agent&) { game.world.tick(100000); };
  const auto guard = game.world.add("guard", "bob", &game.body);
  game.open(GUARD);
  guard->set("sees_thief", true);
  game.ticks(2);
  EXPECT(game.mistakes.size() == 1 && game.world.ticks() == 2);
}

void reload_keeps_beliefs_and_places() {
  Game game;
  game.body.reports_at_once = false;
  const auto guard = game.world.add("guard", "bob", &game.body);
  KnownObject bell;
  bell.type = "place";
  bell.name = "bell";
  const std::uint64_t id = game.world.add_object(bell);
  game.open(GUARD);
  guard->set("sees_thief", true);
  game.ticks(1);
  EXPECT(game.world.reload({{"test.toml", replaced(GUARD, "\"yard\"", "\"yard\", \"tower\"")}}));
  game.ticks(1);
  EXPECT(guard->is_doing("go"));
  EXPECT(game.world.find(guard->step().arg(0)) == game.world.find_object(id));
  EXPECT(!game.world.reload({{"test.toml", "oops"}}));
  EXPECT(guard->is_alive() && guard->set("at", "tower"));
  EXPECT(game.world.reload({{"test.toml", replaced(GUARD, "agent.guard", "agent.watchman")}}));
  EXPECT(!guard->is_alive());
  game.ticks(2);
}

void commander_may_come_later() {
  const char* text = R"toml(
facts = { taken = "bool", fired = "bool" }
action.fire = { then = ["fired"] }
action.assault = { then = ["taken"], orders = [{ to = "all", goal = "suppress", bias = 1 }], done = { need = "all" } }
goal.take_hill = { want = ["taken"] }
goal.suppress = { want = ["fired"], relevance = [{ score = 0 }] }
agent.rifleman = { actions = ["fire"], goals = { suppress = 1 } }
agent.officer = { actions = ["assault"], goals = { take_hill = 1 } }
)toml";
  Game game;
  const auto rifleman = game.world.add("rifleman", "bob", &game.body);
  const auto officer = game.world.add("officer", "eve", &game.body);
  rifleman->set_commander(officer);
  EXPECT(game.open(text));
  game.ticks(5);
  EXPECT(game.logged("bob starts fire") && game.logged("eve starts assault"));
  EXPECT(game.world.minds().get(officer->id(), *game.world.minds().fact("taken"))->truth());
  officer->set_commander(rifleman);
  EXPECT(game.mistakes.size() == 1);
}

void order_is_taken_up_and_done() {
  Game game;
  const auto guard = game.world.add("guard", "bob", &game.body);
  game.open(GUARD);
  EXPECT(guard->order("raise_alarm", 1, true));
  EXPECT(!guard->order("raise_alram"));
  game.ticks(4);
  EXPECT(game.logged("bob order " + std::to_string(CUNNING_ORDER_STATE_DONE)));
  EXPECT(game.mistakes.size() == 1);
}

void included_files_are_collected_once() {
  const auto read = [](const std::string& name, std::string& text) {
    if (name == "human.toml") text = "[domain]\ninclude = ['body.toml']\n# not \"guard.toml\"\n";
    if (name == "body.toml") text = "facts.tired = 'bool'";
    return !text.empty();
  };
  const Texts texts = collect("guard.toml", "domain.include = ['human.toml', 'missing.toml']\n", read);
  EXPECT(texts.size() == 3 && texts[1].first == "human.toml" && texts[2].first == "body.toml");
  EXPECT(mistakes(texts).find("missing.toml") != std::string::npos);
  EXPECT(mistakes(collect("guard.toml", "domain.include = ['human.toml']\n", read)).empty());
  EXPECT(mistakes({{"a.toml", "goal.rest = { want = ['tird'] }"}}).find("tird") != std::string::npos);
}

void frames_give_even_ticks() {
  TickClock clock(100000);
  int ticks = 0;
  for (int frame = 0; frame < 600; frame++) ticks += clock.advance(1 / 60.0);
  EXPECT(ticks == 100);
  for (const double time : {-1.0, 0.0, std::numeric_limits<double>::quiet_NaN()}) EXPECT(clock.advance(time) == 0);
  EXPECT(clock.advance(2.05) == 4 && clock.dropped_us() == 1600000);
  EXPECT(clock.advance(std::numeric_limits<double>::infinity()) == 4);
  EXPECT(TickClock(0, 0).interval_us() == 1000);
}

void json_fields_are_read() {
  const std::string_view text =
      R"({"plan":[{"args":{"goal":"x","text":"y"},"text":"go(\"b\")\n"},{"text":"é\u0001"}],"goal":null,"removed":[3, 12],"text":"z"})";
  EXPECT(json::text_of(text, "text") == "z" && json::text_of(text, "goal").empty() && json::text_of(text, "no").empty());
  EXPECT((json::texts_of(text, "plan", "text") == std::vector<std::string>{"go(\"b\")\n", "é\x01"}));
  EXPECT((json::numbers_of(text, "removed") == std::vector<std::uint64_t>{3, 12}));
  for (std::size_t end = 0; end < text.size(); end++) {
    // A text that ends too early is read as far as it goes.
    (void)json::texts_of(text.substr(0, end), "plan", "text");
    (void)json::text_of(text.substr(0, end), "text");
  }
}

}  // namespace

int main() {
  void (*const tests[])() = {
      guard_goes_to_the_bell_and_rings_it,
      arguments_of_the_step_are_kept_until_it_ends,
      sensor_is_polled_and_its_belief_counts_in_the_same_tick,
      mistakes_are_logged_once_with_a_suggestion,
      reports_count_in_the_order_of_agents_not_of_calls,
      stopped_step_is_reported_unless_the_agent_winds_down,
      questions_are_answered_at_once_or_later,
      second_session_equals_the_first_and_old_calls_do_nothing,
      agents_outlive_their_world,
      bodies_may_close_the_world_and_remove_agents_during_a_tick,
      body_that_ticks_its_world_is_a_mistake,
      reload_keeps_beliefs_and_places,
      commander_may_come_later,
      order_is_taken_up_and_done,
      included_files_are_collected_once,
      frames_give_even_ticks,
      json_fields_are_read,
  };
  for (const auto test : tests) test();
  std::printf("%zu tests passed\n", std::size(tests));
  return 0;
}
