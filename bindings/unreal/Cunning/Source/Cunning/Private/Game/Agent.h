// An agent and its body, from the game's point of view.

#pragma once

#include "Api.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cunning::game {

class Agent;
class World;

/// The answer of a body to a question about positions.
struct Reply {
  enum class Kind { unknown, later, truth, number, position };
  Kind kind = Kind::unknown;
  bool truth = false;
  double number = 0;
  Point position = {0, 0, 0};

  static Reply later() { return {Kind::later, false, 0, {0, 0, 0}}; }
  static Reply of(bool truth) { return {Kind::truth, truth, 0, {0, 0, 0}}; }
  /// A number that is not finite counts as unknown.
  static Reply of(double number);
  static Reply at(Point position) { return {Kind::position, false, 0, position}; }
};

/// A check of an action or a question about positions. It is valid during the call.
struct Question {
  std::uint64_t id = 0;
  std::string_view name;
  /// The action that a check belongs to; empty for questions.
  std::string_view action;
  Span<const Value> args;
};

/// What the game does for an agent. A world calls it during ticks, on the thread that ticks.
class Body {
 public:
  virtual ~Body() = default;
  /// A step has started; it is the agent's step. Report it with done or fail, now or in a later frame.
  virtual void step_started(Agent& agent) = 0;
  /// The agent's step has to stop. It is reported as stopped when this returns, unless the agent winds down.
  virtual void step_stopped(Agent& agent, std::uint32_t reason) = 0;
  /// A sensor is due: set what it perceives as beliefs of the agent.
  virtual void sense(Agent& agent, std::string_view sensor) = 0;
  /// Answers a check of an action.
  virtual bool check_asked(Agent& agent, const Question& question) = 0;
  /// Answers a question about positions that the world cannot answer itself.
  virtual Reply answer(Agent& agent, const Question& question) = 0;
  virtual void went_idle(Agent& agent, std::uint32_t reason) = 0;
  virtual void order_changed(Agent& agent, std::uint64_t order, std::uint32_t state) = 0;
  /// The position in millionths of the game's unit; X and Y are the ground. False if there is none.
  virtual bool position(Point& out) const = 0;
};

/// The step that an agent performs.
struct Step {
  std::uint64_t id = 0;
  std::string action;
  std::vector<Value> args;
  bool is_running = false;
  /// The step has to stop and the agent winds down.
  bool is_stopping = false;
  /// The step was already running before a save was restored or the agent woke up.
  bool is_resumed = false;
  /// The step consists of orders: subordinates carry it out, and there is nothing to report.
  bool is_command = false;
  std::uint32_t outcome = CUNNING_REPORT_RUNNING;

  /// Whether the step is to be carried out: not reported yet and not stopping.
  bool is_active() const { return is_running && !is_stopping && outcome == CUNNING_REPORT_RUNNING; }
  bool is(std::string_view name) const { return is_active() && action == name; }
  /// An argument in the order of the domain file; none if there are fewer.
  Value arg(std::size_t at) const { return at < args.size() ? args[at] : Value(); }
  /// Ends the step and keeps its memory.
  void end();
};

/// What an agent is doing and why, for displays.
struct Summary {
  std::string goal;
  /// The steps as texts, such as `go(bell)`.
  std::vector<std::string> plan;
  std::string why;
};

/// An agent of a world. Every call is safe at any time: without a living agent it returns false and does nothing. Mistakes,
/// such as an unknown fact, return false too and are logged once.
class Agent {
 public:
  Agent(World* world, Body* body, std::string archetype, std::string name, std::uint64_t seed)
      : world_(world), body_(body), archetype_(std::move(archetype)), name_(std::move(name)), seed_(seed) {}

  bool is_alive() const;
  AgentId id() const { return id_; }
  /// What carries out the steps; null after the agent was removed.
  Body* body() const { return body_; }
  const std::string& name() const { return name_; }
  const std::string& archetype() const { return archetype_; }
  const Step& step() const { return step_; }
  bool is_doing(std::string_view action) const { return step_.is(action); }
  /// Whether steps take time to stop: then report them with stopped().
  bool winds_down = false;

  bool set(std::string_view fact, const Value& value, double confidence = 1);
  /// Sets a belief about a member of a family, such as `sees[foe]`.
  bool set_about(std::string_view fact, const Value& index, const Value& value, double confidence = 1);

  /// Reports the step as done. The report is delivered at the beginning of the next tick.
  bool done() { return report(CUNNING_REPORT_DONE); }
  /// Reports the step as failed. The agent plans again.
  bool fail() { return report(CUNNING_REPORT_FAILED); }
  /// Reports that an agent that winds down has stopped its step.
  bool stopped() { return step_.is_stopping && report(CUNNING_REPORT_STOPPED); }

  /// Orders the agent to pursue a goal and returns the id of the order, if that succeeds.
  std::optional<std::uint64_t> order(std::string_view goal, double bias = 1, bool is_rigid = false);
  bool hold(bool is_held);
  /// Sets the commander, or removes it with null. It is remembered until both are alive.
  void set_commander(const std::shared_ptr<Agent>& commander);
  bool summarize(Summary& out) const;

 private:
  friend class World;

  bool report(std::uint32_t outcome);
  /// The agent is no longer alive.
  void bury();

  World* world_;
  Body* body_;
  std::string archetype_;
  std::string name_;
  std::uint64_t seed_;
  AgentId id_ = AgentId::none;
  std::weak_ptr<Agent> commander_;
  Step step_;
};

}  // namespace cunning::game
