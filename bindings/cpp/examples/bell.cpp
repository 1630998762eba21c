// This example shows a guard who rings a bell, in C++.
//
//   c++ -std=c++17 bell.cpp $(pkg-config --cflags --libs cunning) -o bell && ./bell

#include <cunning.hpp>

#include <iostream>

using namespace std::chrono_literals;

constexpr std::string_view DOMAIN = R"(
types = { place = ["gate", "yard", "bell"] }
facts = { at = "place", sees_thief = { type = "bool", sensed = true }, alarm = "bool" }
action.go = { params = { to = "place" }, when = ["at != to"], then = ["at = to"] }
action.ring = { when = ["at == bell"], then = ["alarm"] }
goal.raise_alarm = { want = ["alarm"], relevance = [{ when = ["sees_thief"], score = 1 }] }
agent.guard = { actions = ["go", "ring"], goals = { raise_alarm = 1 } }
)";

int main() {
  cunning::Buffer error;
  auto domain = cunning::Domain::parse("guard.toml", DOMAIN, &error);
  if (!domain) {
    std::cerr << error.text() << "\n";
    return 1;
  }
  auto minds = cunning::Minds::create(*domain);
  if (!minds) return 1;
  auto guard = minds->spawn("guard");
  // A typo is an error, and last_error() suggests the right name.
  if (!guard || !minds->set(*guard, "sees_thief", true)) {
    std::cerr << minds->last_error() << "\n";
    return 1;
  }
  bool is_rung = false;
  for (int frame = 1; frame <= 4; frame++) {
    if (!minds->tick(16ms)) return 1;
    minds->each_command([&](const cunning::Command& command) {
      if (!command.starts()) return;
      std::cout << "frame " << frame << ": " << command.name();
      for (const cunning::Value& arg : command.args()) std::cout << " " << arg.name();
      std::cout << "\n";
      is_rung |= command.is("ring");
      // A game reports this when the animation has ended.
      (void)minds->done(command.step());
    });
  }
  return is_rung ? 0 : 1;
}
