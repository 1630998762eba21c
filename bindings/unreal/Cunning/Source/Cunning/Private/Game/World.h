// The agents of a game: opens and closes with it, ticks, and passes commands to bodies.

#pragma once

#include "Agent.h"

#include <functional>
#include <map>
#include <set>

namespace cunning::game {

/// A domain file and what it includes, by name; the domain comes first.
using Texts = std::vector<std::pair<std::string, std::string>>;

/// Returns the texts of a domain and of all files that it may include. `read` returns false if there is no such file.
Texts collect(std::string name, std::string text, const std::function<bool(const std::string&, std::string&)>& read);

/// Returns the mistakes of a domain as a text; empty if it has none.
std::string mistakes(const Texts& texts);

/// An object of the game that agents know: one of an open type, or the place of an object that the domain file lists.
struct KnownObject {
  std::string type;
  std::string name;
  /// Its number in the engine layer, such as a pointer; never interpreted.
  const void* owner = nullptr;
  std::function<bool(Point&)> position;
  /// The symbol of an object of the domain file; none for objects of open types.
  Symbol symbol = Symbol::none;

  std::uint64_t id = 0;
  /// The object as a value, for beliefs about it.
  Value value() const { return symbol == Symbol::none ? Value(static_cast<Object>(id)) : Value(symbol); }
};

/// The agents and objects of a game above one Minds. They may be added before the world opens and stay known when it closes.
/// Use it on one thread. Bodies must outlive their agents.
class World {
 public:
  /// Mistakes are passed to the log once each, with the name of the agent or object that they are about.
  using Log = std::function<void(std::string_view message, std::string_view about)>;

  explicit World(Log log) : log_(std::move(log)) {}
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  bool is_open() const { return minds_.raw() != nullptr; }
  /// The minds, for what this class does not offer.
  Minds& minds() { return minds_; }
  /// The number of ticks since the world was opened.
  std::uint64_t ticks() const { return ticks_; }
  const std::vector<std::shared_ptr<Agent>>& agents() const { return agents_; }

  /// Opens the world with a domain. A mistake in the domain is logged, and the world stays closed.
  bool open(const Texts& texts);
  /// Closes the world. It may be called at any time, also by a body during a tick.
  void close();
  /// Continues with another version of the domain. With a mistake in it, the old version stays.
  bool reload(const Texts& texts);

  std::shared_ptr<Agent> add(std::string archetype, std::string name, Body* body, std::uint64_t seed = 0);
  void remove(const std::shared_ptr<Agent>& agent);
  std::uint64_t add_object(KnownObject object);
  void remove_object(std::uint64_t id);
  /// The object that a value refers to, or null.
  const KnownObject* find(const Value& value) const;
  const KnownObject* find_object(std::uint64_t id) const;
  /// The name of a value: of an object, or the value itself as a text.
  std::string name_of(const Value& value) const;
  /// The position of an agent, an object or a point, if it has one.
  bool position(const Value& value, Point& out) const;
  /// Sets how often a sensor is polled.
  void poll_sensor(std::string sensor, std::int64_t interval_us);

  /// Runs a tick: delivers the reports of steps in the order of agents, polls sensors, answers questions, lets agents think,
  /// and passes their commands to their bodies.
  void tick(std::int64_t dt_us, std::uint64_t budget = 1000);
  /// Answers a question later, with the id that it had.
  void answer(std::uint64_t question, const Reply& reply);
  /// Opens a link for the studio and returns the address for `cunning studio --attach`; empty if that fails.
  std::string attach();

 private:
  friend class Agent;

  bool parse(const Texts& texts, Domain& out);
  /// Logs the last error of the minds unless it is known already, and returns false.
  bool refuse(std::string_view about);
  void mistake(std::string_view message, std::string_view about);
  bool expect(Status status, std::string_view about) { return status.ok() || refuse(about); }
  void spawn(Agent& agent);
  void bind(KnownObject& object);
  void apply_commander(Agent& agent);
  void deliver();
  void take();
  void pass(const std::shared_ptr<Agent>& agent, const Command& command);
  void stop(Agent& agent, const Command& command);
  Reply locate(Agent& agent, const Question& question);
  Symbol fact(Agent& agent, std::string_view name);

  Log log_;
  Minds minds_;
  std::vector<std::shared_ptr<Agent>> agents_;
  std::map<AgentId, std::shared_ptr<Agent>> alive_;
  std::map<std::uint64_t, KnownObject> objects_;
  std::map<Symbol, std::uint64_t> landmarks_;
  /// Facts that were used before; names that do not exist are none, so that a mistake costs an error text only once.
  std::map<std::string, Symbol, std::less<>> facts_;
  std::vector<std::pair<std::string, std::int64_t>> sensors_;
  std::set<std::string> known_mistakes_;
  std::uint64_t last_object_ = 0;
  std::uint64_t ticks_ = 0;
  bool is_ticking_ = false;
};

}  // namespace cunning::game
