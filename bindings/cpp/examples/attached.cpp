// This example shows a running game in the studio, in C++. It prints the command that opens the studio, and then the
// guard rings the bell about once a second, for as many seconds as the argument says.
//
//   c++ -std=c++17 attached.cpp $(pkg-config --cflags --libs cunning) -o attached && ./attached 60

#include <cunning.hpp>

#include <cstdlib>
#include <iostream>
#include <thread>

using namespace std::chrono_literals;

constexpr std::string_view DOMAIN = R"(
types = { place = ["gate", "yard", "bell"] }
facts = { at = "place", sees_thief = { type = "bool", sensed = true }, alarm = "bool" }
action.go = { params = { to = "place" }, when = ["at != to"], then = ["at = to"] }
action.ring = { when = ["at == bell"], then = ["alarm"] }
goal.raise_alarm = { want = ["alarm"], relevance = [{ when = ["sees_thief"], score = 1 }] }
agent.guard = { actions = ["go", "ring"], goals = { raise_alarm = 1 } }
)";

int main(int argc, char** argv) {
  const int seconds = argc > 1 ? std::atoi(argv[1]) : 60;
  auto domain = cunning::Domain::parse("guard.toml", DOMAIN);
  if (!domain) return 1;
  auto minds = cunning::Minds::create(*domain);
  if (!minds) return 1;

  // Leave this out of release builds of the game.
  auto address = minds->attach();
  if (!address) {
    std::cerr << minds->last_error() << "\n";
    return 1;
  }
  std::cout << "cunning studio --attach " << address->text() << std::endl;

  auto guard = minds->spawn("guard", cunning::Spawn().name("Bo"));
  if (!guard || !minds->set(*guard, "sees_thief", true)) return 1;
  for (int frame = 0; frame < seconds * 60; frame++) {
    if (frame % 60 == 0) (void)minds->set(*guard, "alarm", false);
    (void)minds->note_position(*guard, static_cast<float>(frame % 60) / 10, 0, 0, 0);  // where the studio draws the guard
    if (!minds->tick(16ms)) return 1;
    minds->each_command([&](const cunning::Command& command) {
      if (command.starts()) (void)minds->done(command.step());
    });
    std::this_thread::sleep_for(16ms);
  }
}
