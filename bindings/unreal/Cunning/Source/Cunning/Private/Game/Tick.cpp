// Ticks of a world, and what agents pass to it.

#include "World.h"

#include "Json.h"

#include <chrono>
#include <cmath>

namespace cunning::game {

Reply Reply::of(double number) {
  if (!std::isfinite(number)) return {};
  return {Kind::number, false, number, {0, 0, 0}};
}

void Step::end() {
  id = 0;
  action.clear();
  args.clear();
  is_running = is_stopping = is_resumed = is_command = false;
  outcome = CUNNING_REPORT_RUNNING;
}

void World::tick(std::int64_t dt_us, std::uint64_t budget) {
  if (!is_open()) return;
  if (is_ticking_) {
    mistake("a body must not tick its world during a tick", "");
    return;
  }
  is_ticking_ = true;
  deliver();
  const std::chrono::microseconds dt(dt_us);
  bool is_good = expect(minds_.begin(dt, budget), "");
  take();
  is_good = is_good && is_open() && expect(minds_.ask(), "");
  take();
  is_good = is_good && is_open() && expect(minds_.think(), "");
  take();
  if (is_good && is_open()) ticks_++;
  is_ticking_ = false;
}

/// Bodies report in the order in which the engine updates them, which may differ between runs; minds get the reports in the
/// order of agents.
void World::deliver() {
  for (const auto& agent : agents_) {
    Step& step = agent->step_;
    if (!step.is_running || step.outcome == CUNNING_REPORT_RUNNING) continue;
    const Report report(static_cast<StepId>(step.id), step.outcome);
    expect(minds_.report_many({&report, 1}), agent->name());
    step.end();
  }
}

/// Takes one command at a time: a body may close the world, and then the others and their arguments are gone.
void World::take() {
  while (is_open()) {
    Command command;
    if (minds_.poll({&command, 1}).empty()) return;
    const auto found = alive_.find(command.agent());
    // The pointer is kept, because a body may remove its agent.
    if (found != alive_.end()) pass(std::shared_ptr<Agent>(found->second), command);
  }
}

void World::pass(const std::shared_ptr<Agent>& agent, const Command& command) {
  Body& body = *agent->body_;
  Question question;
  question.id = command.raw().id;
  question.name = command.name();
  question.args = command.args();
  switch (command.kind()) {
    case CUNNING_COMMAND_START: {
      Step& step = agent->step_;
      step.end();
      step.id = command.raw().id;
      step.action = command.name();
      step.args.assign(command.args().begin(), command.args().end());
      step.is_running = true;
      step.is_resumed = command.is_resumed();
      step.is_command = command.is_command();
      body.step_started(*agent);
      break;
    }
    case CUNNING_COMMAND_STOP: stop(*agent, command); break;
    case CUNNING_COMMAND_SENSE: body.sense(*agent, command.name()); break;
    case CUNNING_COMMAND_ASK: {
      question.action = minds_.name(command.action());
      Answer yes;
      yes.id = question.id;
      yes.kind = CUNNING_ANSWER_CHECK;
      yes.yes = body.check_asked(*agent, question);
      if (is_open()) expect(minds_.answer(yes), agent->name());
      break;
    }
    case CUNNING_COMMAND_QUERY: answer(question.id, locate(*agent, question)); break;
    case CUNNING_COMMAND_IDLE: body.went_idle(*agent, command.code()); break;
    case CUNNING_COMMAND_REPORT: body.order_changed(*agent, question.id, command.code()); break;
    default: break;
  }
}

void World::stop(Agent& agent, const Command& command) {
  Step& step = agent.step_;
  const std::uint64_t id = command.raw().id;
  const bool is_current = step.is_running && step.id == id;
  if (is_current) {
    // A report that was not delivered yet comes too late.
    step.outcome = CUNNING_REPORT_RUNNING;
    step.is_stopping = true;
    agent.body_->step_stopped(agent, command.code());
    if (agent.winds_down && !step.is_command) return;
  }
  if (!is_open()) return;
  expect(minds_.stopped(static_cast<StepId>(id)), agent.name());
  if (step.is_running && step.id == id) step.end();
}

/// Answers positions and distances; the body answers the rest.
Reply World::locate(Agent& agent, const Question& question) {
  Point from = {0, 0, 0};
  Point to = {0, 0, 0};
  const Span<const Value> args = question.args;
  if (question.name == "position" && args.size() == 1 && position(args[0], from)) return Reply::at(from);
  if (question.name == "dist" && args.size() == 2 && position(args[0], from) && position(args[1], to)) {
    const double x = static_cast<double>(from.x - to.x);
    const double y = static_cast<double>(from.y - to.y);
    const double z = static_cast<double>(from.z - to.z);
    return Reply::of(std::sqrt(x * x + y * y + z * z) / 1e6);
  }
  return agent.body_->answer(agent, question);
}

void World::answer(std::uint64_t question, const Reply& reply) {
  if (!is_open() || reply.kind == Reply::Kind::later) return;
  Answer answer;
  answer.id = question;
  answer.yes = reply.truth;
  answer.number = reply.number;
  answer.position = reply.position;
  switch (reply.kind) {
    case Reply::Kind::truth: answer.kind = CUNNING_ANSWER_TRUTH; break;
    case Reply::Kind::number: answer.kind = CUNNING_ANSWER_NUMBER; break;
    case Reply::Kind::position: answer.kind = CUNNING_ANSWER_POSITION; break;
    default: break;
  }
  expect(minds_.answer(answer), "");
}

bool Agent::is_alive() const { return world_ && id_ != AgentId::none && world_->is_open(); }

void Agent::bury() {
  id_ = AgentId::none;
  step_.end();
}

bool Agent::report(std::uint32_t outcome) {
  if (!is_alive() || !step_.is_running || step_.is_command || step_.outcome != CUNNING_REPORT_RUNNING) return false;
  step_.outcome = outcome;
  return true;
}

bool Agent::set(std::string_view fact, const Value& value, double confidence) {
  if (!is_alive()) return false;
  // Names in values are texts or symbols; a text is looked up by the call with names.
  if (value.tag() == CUNNING_VALUE_NAME && value.symbol() == Symbol::none) {
    return world_->expect(world_->minds_.believe(id_, fact, value, confidence), name_);
  }
  const Symbol symbol = world_->fact(*this, fact);
  if (symbol == Symbol::none) return false;
  const Belief belief(id_, symbol, value, confidence);
  return world_->expect(world_->minds_.set_many({&belief, 1}).status(), name_);
}

bool Agent::set_about(std::string_view fact, const Value& index, const Value& value, double confidence) {
  if (!is_alive()) return false;
  return world_->expect(world_->minds_.believe(id_, Key(fact, {&index, 1}), value, confidence), name_);
}

std::optional<std::uint64_t> Agent::order(std::string_view goal, double bias, bool is_rigid) {
  if (!is_alive()) return {};
  Order order(goal);
  order.bias(bias);
  if (is_rigid) order.rigid();
  const Result<OrderId> id = world_->minds_.order(id_, order);
  if (id) return static_cast<std::uint64_t>(*id);
  world_->refuse(name_);
  return {};
}

bool Agent::hold(bool is_held) {
  if (!is_alive()) return false;
  return world_->expect(is_held ? world_->minds_.hold(id_) : world_->minds_.release(id_), name_);
}

void Agent::set_commander(const std::shared_ptr<Agent>& commander) {
  commander_ = commander;
  if (world_) world_->apply_commander(*this);
}

bool Agent::summarize(Summary& out) const {
  if (!is_alive()) return false;
  const Result<Buffer> inspection = world_->minds_.inspect(id_);
  const Result<Buffer> why = world_->minds_.why(id_);
  if (!inspection || !why) return world_->refuse(name_);
  out.goal = json::text_of(inspection->text(), "goal");
  out.plan = json::texts_of(inspection->text(), "plan", "text");
  out.why = json::text_of(why->text(), "text");
  return true;
}

}  // namespace cunning::game
