// Cunning for C++17: a thin layer above cunning.h with owning handles, views and results.
//
// - Nothing throws and nothing needs RTTI: functions return a Status or a Result.
// - Domain, Minds, Snapshot and Buffer own their handles and can be moved.
// - Texts are std::string_view. Views of names are valid as long as the minds; views of arguments until the next poll,
//   begin or tick.
// - Everything that cunning.h says about threads, order of calls and stale ids holds here too.

#ifndef CUNNING_HPP
#define CUNNING_HPP

#include <cunning.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

namespace cunning {

static_assert(sizeof(CunningValue) == 32 || sizeof(void*) != 8, "cunning.h does not fit this compiler");

/// A view of consecutive values: a pointer and a size.
template <class T>
class Span {
 public:
  constexpr Span() = default;
  constexpr Span(T* data, std::size_t size) : data_(data), size_(size) {}
  template <std::size_t N>
  constexpr Span(T (&array)[N]) : data_(array), size_(N) {}
  /// Views a container with data() and size(), such as std::vector and std::array.
  template <class C, class = decltype(static_cast<T*>(std::declval<C&>().data()))>
  constexpr Span(C& container) : data_(container.data()), size_(container.size()) {}

  constexpr T* data() const { return data_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr T& operator[](std::size_t at) const { return data_[at]; }
  constexpr T* begin() const { return data_; }
  constexpr T* end() const { return data_ + size_; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

inline std::string_view view(CunningStr text) {
  return {text.ptr ? text.ptr : "", static_cast<std::size_t>(text.len)};
}

inline CunningStr str(std::string_view text) {
  CunningStr out;
  out.ptr = text.data();
  out.len = text.size();
  return out;
}

/// The result of a call without a value. True in conditions means success.
class [[nodiscard]] Status {
 public:
  constexpr Status() = default;
  constexpr Status(CunningStatus number) : number_(number) {}
  constexpr bool ok() const { return number_ == CUNNING_OK; }
  constexpr explicit operator bool() const { return ok(); }
  /// The number: one of the statuses of cunning.h.
  constexpr CunningStatus number() const { return number_; }
  /// The code, such as `unknown-name`.
  std::string_view code() const { return view(cunning_status_text(number_)); }

 private:
  CunningStatus number_ = CUNNING_OK;
};

/// A value, or the status that says why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(Status status, T value) : status_(status), value_(std::move(value)) {}
  bool ok() const { return status_.ok(); }
  explicit operator bool() const { return ok(); }
  Status status() const { return status_; }
  /// The value; a default one if there is none.
  T& operator*() & { return value_; }
  const T& operator*() const& { return value_; }
  T&& operator*() && { return std::move(value_); }
  T* operator->() { return &value_; }
  const T* operator->() const { return &value_; }

 private:
  Status status_;
  T value_;
};

/// Bytes that the library has allocated; freed with the buffer.
class Buffer {
 public:
  Buffer() = default;
  Buffer(Buffer&& other) noexcept : raw_(std::exchange(other.raw_, CunningBuffer{nullptr, 0})) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(raw_, other.raw_);
    return *this;
  }
  ~Buffer() { cunning_buffer_free(&raw_); }

  Span<const std::uint8_t> bytes() const { return {raw_.ptr, static_cast<std::size_t>(raw_.len)}; }
  std::string_view text() const {
    return {raw_.ptr ? reinterpret_cast<const char*>(raw_.ptr) : "", static_cast<std::size_t>(raw_.len)};
  }
  /// Frees the bytes and returns the place for others, for calls of cunning.h.
  CunningBuffer* out() {
    cunning_buffer_free(&raw_);
    return &raw_;
  }

 private:
  CunningBuffer raw_{nullptr, 0};
};

/// Ids are types of their own, so that a step is never passed for an agent.
enum class AgentId : std::uint64_t { none = CUNNING_NO_AGENT_ID };
enum class StepId : std::uint64_t {};
enum class CheckId : std::uint64_t {};
enum class QueryId : std::uint64_t {};
enum class OrderId : std::uint64_t {};
/// An object of the game, by the game's own id.
enum class Object : std::uint64_t {};
/// A name of the domain as a number that keeps its meaning across reloads.
enum class Symbol : std::uint32_t { none = CUNNING_NO_SYMBOL };
/// A point, in millionths of the game's unit.
using Point = CunningPoint;

/// The value of a fact, an index or an argument.
class Value {
 public:
  Value() : raw_(cunning_none()) {}
  explicit Value(const CunningValue& raw) : raw_(raw) {}
  /// Exactly `bool`, so that a pointer is never taken for a truth value.
  template <class T, std::enable_if_t<std::is_same_v<T, bool>, int> = 0>
  Value(T truth) : raw_(cunning_bool(truth)) {}
  template <class T, std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>, int> = 0>
  Value(T integer) : raw_(cunning_int(static_cast<std::int64_t>(integer))) {}
  /// An object of the domain, by name. The text must live as long as the value.
  Value(std::string_view name) : raw_(cunning_none()) {
    raw_.tag = CUNNING_VALUE_NAME;
    raw_.data.name = str(name);
  }
  Value(const char* name) : Value(std::string_view(name)) {}
  Value(Symbol name) : raw_(cunning_name_symbol(static_cast<std::uint32_t>(name))) {}
  Value(Object object) : raw_(cunning_object(static_cast<std::uint64_t>(object))) {}
  Value(Point point) : raw_(cunning_point(point.x, point.y, point.z)) {}

  std::uint32_t tag() const { return raw_.tag; }
  bool is_none() const { return raw_.tag == CUNNING_VALUE_NONE; }
  /// The truth value; false if it is none.
  bool truth() const { return raw_.tag == CUNNING_VALUE_BOOL && raw_.data.integer != 0; }
  /// The integer; 0 if it is none.
  std::int64_t integer() const { return raw_.tag == CUNNING_VALUE_INT ? raw_.data.integer : 0; }
  /// The name of an object of the domain; empty if it is none.
  std::string_view name() const {
    return raw_.tag == CUNNING_VALUE_NAME ? view(raw_.data.name) : std::string_view();
  }
  Symbol symbol() const {
    return raw_.tag == CUNNING_VALUE_NAME ? static_cast<Symbol>(raw_.symbol) : Symbol::none;
  }
  /// The object of the game; 0 if it is none.
  Object object() const {
    return static_cast<Object>(raw_.tag == CUNNING_VALUE_OBJECT ? raw_.data.object : 0);
  }
  /// The agent, in questions about positions.
  AgentId agent() const {
    return raw_.tag == CUNNING_VALUE_AGENT ? static_cast<AgentId>(raw_.data.object) : AgentId::none;
  }
  Point point() const { return raw_.tag == CUNNING_VALUE_POINT ? raw_.data.point : Point{0, 0, 0}; }
  const CunningValue& raw() const { return raw_; }

 private:
  CunningValue raw_;
};
static_assert(sizeof(Value) == sizeof(CunningValue), "arrays of values are passed as they are");

/// A fact by name, or a member of a family by name and indices.
struct Key {
  Key(std::string_view fact) : name(fact) {}
  Key(const char* fact) : name(fact) {}
  Key(std::string_view fact, Span<const Value> of) : name(fact), indices(of) {}
  std::string_view name;
  Span<const Value> indices;

  const CunningValue* raw_indices() const { return reinterpret_cast<const CunningValue*>(indices.data()); }
};

/// A belief for set_many: plain data, filled once and changed where needed.
struct Belief : CunningBelief {
  Belief() : CunningBelief() { confidence = 1; }
  Belief(AgentId who, Symbol what, const Value& is, double sure = 1) : CunningBelief() {
    agent = static_cast<std::uint64_t>(who);
    fact = static_cast<std::uint32_t>(what);
    value = is.raw();
    confidence = sure;
  }
  /// Sets the indices of a member of a family. They must live as long as the belief.
  Belief& at(Span<const Value> of) {
    indices = reinterpret_cast<const CunningValue*>(of.data());
    index_count = static_cast<std::uint32_t>(of.size());
    return *this;
  }
};

/// The report of a step for report_many.
struct Report : CunningReport {
  Report() : CunningReport() {}
  Report(StepId id, std::uint32_t result) : CunningReport() {
    step = static_cast<std::uint64_t>(id);
    outcome = result;
  }
};

/// The answer to a check or to a question about positions.
struct Answer : CunningAnswer {
  Answer() : CunningAnswer() { kind = CUNNING_ANSWER_UNKNOWN; }
  static Answer check(CheckId check, bool is_yes) {
    Answer answer;
    answer.id = static_cast<std::uint64_t>(check);
    answer.kind = CUNNING_ANSWER_CHECK;
    answer.yes = is_yes;
    return answer;
  }
  static Answer unknown(QueryId query) {
    Answer answer;
    answer.id = static_cast<std::uint64_t>(query);
    return answer;
  }
  static Answer truth(QueryId query, bool is_yes) {
    Answer answer = unknown(query);
    answer.kind = CUNNING_ANSWER_TRUTH;
    answer.yes = is_yes;
    return answer;
  }
  static Answer of(QueryId query, double is) {
    Answer answer = unknown(query);
    answer.kind = CUNNING_ANSWER_NUMBER;
    answer.number = is;
    return answer;
  }
  static Answer at(QueryId query, Point is) {
    Answer answer = unknown(query);
    answer.kind = CUNNING_ANSWER_POSITION;
    answer.position = is;
    return answer;
  }
};

/// A command of the minds to the game.
class Command {
 public:
  Command() : raw_() { raw_.struct_size = sizeof raw_; }
  /// One of CUNNING_COMMAND_*.
  std::uint32_t kind() const { return raw_.kind; }
  AgentId agent() const { return static_cast<AgentId>(raw_.agent); }
  StepId step() const { return static_cast<StepId>(raw_.id); }
  CheckId check() const { return static_cast<CheckId>(raw_.id); }
  QueryId query() const { return static_cast<QueryId>(raw_.id); }
  OrderId order() const { return static_cast<OrderId>(raw_.id); }
  /// The name of the action, sensor, check, question or goal.
  std::string_view name() const { return view(raw_.text); }
  Symbol symbol() const { return static_cast<Symbol>(raw_.name); }
  /// The action that a check belongs to.
  Symbol action() const { return static_cast<Symbol>(raw_.action); }
  bool is(std::string_view name) const { return this->name() == name; }
  bool is(Symbol symbol) const { return this->symbol() == symbol; }
  bool starts() const { return raw_.kind == CUNNING_COMMAND_START; }
  bool is_resumed() const { return (raw_.flags & CUNNING_FLAG_RESUMED) != 0; }
  /// Whether the step consists of orders, so that there is nothing to report.
  bool is_command() const { return (raw_.flags & CUNNING_FLAG_COMMAND) != 0; }
  /// Why a step is stopped or an agent idle, or the state of an order.
  std::uint32_t code() const { return raw_.code; }
  /// The arguments in the order of the domain file.
  Span<const Value> args() const {
    return {reinterpret_cast<const Value*>(raw_.args), static_cast<std::size_t>(raw_.arg_count)};
  }
  /// An argument; none if there are fewer.
  Value arg(std::size_t at) const { return at < args().size() ? args()[at] : Value(); }
  const CunningCommand& raw() const { return raw_; }

 private:
  CunningCommand raw_;
};
static_assert(sizeof(Command) == sizeof(CunningCommand), "arrays of commands are passed as they are");

/// A named text of a domain.
struct Source {
  std::string_view name;
  std::string_view text;
};

/// Everything a domain file says. Immutable; any number of threads may use it.
class Domain {
 public:
  Domain() = default;
  Domain(Domain&& other) noexcept : raw_(std::exchange(other.raw_, nullptr)) {}
  Domain& operator=(Domain&& other) noexcept {
    std::swap(raw_, other.raw_);
    return *this;
  }
  ~Domain() { cunning_domain_free(&raw_); }

  /// Reads a domain; `error`, unless null, gets the diagnostics as JSON if that fails.
  static Result<Domain> parse(std::string_view name, std::string_view text, Buffer* error = nullptr) {
    const CunningSource source = {str(name), str(text)};
    return parse(Span<const CunningSource>(&source, 1), error);
  }
  /// Reads a domain from several texts: the first one, and those that it includes.
  static Result<Domain> parse(Span<const CunningSource> sources, Buffer* error = nullptr) {
    Domain domain;
    const Status status =
        cunning_domain_parse(sources.data(), sources.size(), &domain.raw_, error ? error->out() : nullptr);
    return {status, std::move(domain)};
  }
  /// Plans for a request in JSON; see cunning_domain_plan. The buffer has the plan, or why there is none.
  Result<Buffer> plan(std::string_view request) const {
    Buffer plan;
    const Status status = cunning_domain_plan(raw_, str(request), plan.out());
    return {status, std::move(plan)};
  }
  /// The warnings of the domain's lints as JSON.
  Result<Buffer> diagnostics() const {
    Buffer json;
    const Status status = cunning_domain_diagnostics(raw_, json.out());
    return {status, std::move(json)};
  }
  const CunningDomain* raw() const { return raw_; }

 private:
  CunningDomain* raw_ = nullptr;
};

/// A copy of minds in memory for rollback.
class Snapshot {
 public:
  Snapshot() = default;
  Snapshot(Snapshot&& other) noexcept : raw_(std::exchange(other.raw_, nullptr)) {}
  Snapshot& operator=(Snapshot&& other) noexcept {
    std::swap(raw_, other.raw_);
    return *this;
  }
  ~Snapshot() { cunning_snapshot_free(&raw_); }
  CunningSnapshot** out() { return &raw_; }
  const CunningSnapshot* raw() const { return raw_; }

 private:
  CunningSnapshot* raw_ = nullptr;
};

/// The properties of a new agent.
class Spawn {
 public:
  Spawn() : raw_() {
    raw_.struct_size = sizeof raw_;
    raw_.commander = CUNNING_NO_AGENT_ID;
  }
  Spawn& name(std::string_view name) { return raw_.name = str(name), *this; }
  Spawn& seed(std::uint64_t seed) { return raw_.seed = seed, *this; }
  Spawn& commander(AgentId agent) { return raw_.commander = static_cast<std::uint64_t>(agent), *this; }
  /// Traits that are given instead of drawn. They must live until the agent is spawned.
  Spawn& traits(Span<const CunningTrait> traits) {
    raw_.traits = traits.data();
    raw_.trait_count = traits.size();
    return *this;
  }
  const CunningSpawn& raw() const { return raw_; }

 private:
  CunningSpawn raw_;
};

/// An order of the game or a player to pursue a goal.
class Order {
 public:
  explicit Order(std::string_view goal) : raw_() {
    raw_.struct_size = sizeof raw_;
    raw_.goal = str(goal);
    raw_.bias = 1;
  }
  /// The arguments of the goal. They must live until the order is given.
  Order& args(Span<const CunningArg> args) {
    raw_.args = args.data();
    raw_.arg_count = args.size();
    return *this;
  }
  Order& bias(double bias) { return raw_.bias = bias, *this; }
  Order& within(std::chrono::microseconds time) {
    return raw_.within_us = static_cast<std::uint64_t>(time.count()), *this;
  }
  Order& rigid() { return raw_.flags |= CUNNING_ORDER_RIGID, *this; }
  const CunningOrder& raw() const { return raw_; }

 private:
  CunningOrder raw_;
};

/// The living agents of a game. One thread at a time may use them.
class Minds {
 public:
  Minds() = default;
  Minds(Minds&& other) noexcept : raw_(std::exchange(other.raw_, nullptr)) {}
  Minds& operator=(Minds&& other) noexcept {
    std::swap(raw_, other.raw_);
    return *this;
  }
  ~Minds() { cunning_minds_free(&raw_); }

  static Result<Minds> create(const Domain& domain, const CunningConfig* config = nullptr) {
    Minds minds;
    const Status status = cunning_minds_new(domain.raw(), config, &minds.raw_);
    return {status, std::move(minds)};
  }
  /// Restores minds from a save. Without ids, objects of the game keep theirs; else old_ids[i] becomes new_ids[i], and
  /// the others no longer exist. `report`, unless null, gets a JSON object.
  static Result<Minds> restore(Span<const std::uint8_t> bytes, const Domain& domain, Buffer* report = nullptr,
                               const std::uint64_t* old_ids = nullptr, const std::uint64_t* new_ids = nullptr,
                               std::size_t id_count = 0) {
    Minds minds;
    const Status status =
        cunning_minds_restore(domain.raw(), nullptr, bytes.data(), bytes.size(), old_ids, new_ids, id_count,
                              &minds.raw_, report ? report->out() : nullptr);
    return {status, std::move(minds)};
  }

  CunningMinds* raw() const { return raw_; }
  /// The text of the last call that failed, valid until the next call.
  std::string_view last_error() const {
    CunningStr text = {nullptr, 0};
    cunning_last_error(raw_, &text);
    return view(text);
  }

  Status tick(std::chrono::microseconds dt, std::uint64_t budget = 1000) {
    return cunning_tick(raw_, micros(dt), budget);
  }
  Status begin(std::chrono::microseconds dt, std::uint64_t budget = 1000) {
    return cunning_begin(raw_, micros(dt), budget);
  }
  Status ask() { return cunning_ask(raw_); }
  Status think() { return cunning_think(raw_); }

  /// Takes commands into an array and returns those that it got. Call it until there are fewer than fit.
  Span<const Command> poll(Span<Command> commands) {
    std::uint64_t count = 0;
    if (commands.empty()) return {};
    commands[0] = Command();
    if (cunning_poll(raw_, reinterpret_cast<CunningCommand*>(commands.data()), commands.size(), &count)) return {};
    return {commands.data(), static_cast<std::size_t>(count)};
  }
  /// Takes all commands and calls `body` with each. Reporting and answering in it is fine.
  template <class Body>
  void each_command(Body&& body) {
    Command commands[16];
    std::size_t count = 16;
    while (count == 16) {
      const Span<const Command> polled = poll(commands);
      count = polled.size();
      for (const Command& command : polled) body(command);
    }
  }

  Status done(StepId step) { return report(step, CUNNING_REPORT_DONE); }
  Status failed(StepId step) { return report(step, CUNNING_REPORT_FAILED); }
  Status running(StepId step) { return report(step, CUNNING_REPORT_RUNNING); }
  Status stopped(StepId step) { return report(step, CUNNING_REPORT_STOPPED); }
  Status report_many(Span<const Report> reports) {
    return cunning_report_many(raw_, reports.data(), reports.size());
  }
  Status answer(CheckId check, bool yes) { return cunning_answer(raw_, static_cast<std::uint64_t>(check), yes); }
  Status answer(const Answer& answer) { return cunning_answer_many(raw_, &answer, 1); }
  Status answer_many(Span<const Answer> answers) {
    return cunning_answer_many(raw_, answers.data(), answers.size());
  }

  /// The symbol of a name; `kind` is one of CUNNING_NAME_*.
  Result<Symbol> symbol(std::uint32_t kind, std::string_view name) const {
    std::uint32_t symbol = CUNNING_NO_SYMBOL;
    const Status status = cunning_symbol(raw_, kind, str(name), &symbol);
    return {status, static_cast<Symbol>(symbol)};
  }
  Result<Symbol> fact(std::string_view name) const { return symbol(CUNNING_NAME_FACT, name); }
  Result<Symbol> action(std::string_view name) const { return symbol(CUNNING_NAME_ACTION, name); }
  /// The name of a symbol; empty if these minds have not given it out.
  std::string_view name(Symbol symbol) const {
    CunningStr name = {nullptr, 0};
    cunning_symbol_name(raw_, static_cast<std::uint32_t>(symbol), &name, nullptr, nullptr);
    return view(name);
  }

  Result<AgentId> spawn(std::string_view archetype) { return spawn(archetype, nullptr); }
  Result<AgentId> spawn(std::string_view archetype, const Spawn& options) { return spawn(archetype, &options.raw()); }
  Status remove(AgentId agent) { return cunning_remove(raw_, id(agent)); }
  /// Writes the ids of all agents; the result is their number, also if the array is too short.
  Result<std::size_t> agents(Span<AgentId> out) const {
    std::uint64_t count = 0;
    const Status status =
        cunning_agents(raw_, reinterpret_cast<std::uint64_t*>(out.data()), out.size(), &count);
    return {status, static_cast<std::size_t>(count)};
  }

  Status set(AgentId agent, Key key, Value value) { return believe(agent, key, value, 1); }
  Status believe(AgentId agent, Key key, Value value, double confidence) {
    return cunning_believe(raw_, id(agent), str(key.name), key.raw_indices(), key.indices.size(), value.raw(),
                           confidence);
  }
  /// Sets many beliefs; the result is the number of those before the first failure.
  Result<std::size_t> set_many(Span<const Belief> beliefs) {
    std::uint64_t done = 0;
    const Status status = cunning_set_many(raw_, beliefs.data(), beliefs.size(), &done);
    return {status, static_cast<std::size_t>(done)};
  }
  /// What an agent believes, and, unless `confidence` is null, how sure it is.
  Result<Value> get(AgentId agent, Symbol fact, Span<const Value> indices = {}, double* confidence = nullptr) const {
    CunningValue value = cunning_none();
    const Status status = cunning_get(raw_, id(agent), static_cast<std::uint32_t>(fact),
                                      reinterpret_cast<const CunningValue*>(indices.data()), indices.size(), &value,
                                      confidence);
    return {status, Value(value)};
  }
  /// Overwrites a number of a table, for one agent or, with AgentId::none, for all.
  Status set_table(AgentId agent, Key cell, double value) {
    return cunning_set_table(raw_, id(agent), str(cell.name), cell.raw_indices(), cell.indices.size(), value);
  }
  Status set_trait(AgentId agent, std::string_view name, double value) {
    return cunning_set_trait(raw_, id(agent), str(name), value);
  }
  Status bind(std::string_view type, Object object, std::string_view name = {}) {
    return cunning_bind(raw_, str(type), static_cast<std::uint64_t>(object), str(name));
  }
  Status unbind(Object object) { return cunning_unbind(raw_, static_cast<std::uint64_t>(object)); }

  Result<OrderId> order(AgentId agent, const Order& order) {
    std::uint64_t given = 0;
    const Status status = cunning_order(raw_, id(agent), &order.raw(), &given);
    return {status, static_cast<OrderId>(given)};
  }
  Status withdraw(OrderId order) { return cunning_withdraw(raw_, static_cast<std::uint64_t>(order)); }
  /// Sets the commander, or removes it with AgentId::none.
  Status set_commander(AgentId agent, AgentId commander) {
    return cunning_set_commander(raw_, id(agent), id(commander));
  }
  Result<AgentId> commander(AgentId agent) const {
    std::uint64_t commander = CUNNING_NO_AGENT_ID;
    const Status status = cunning_commander(raw_, id(agent), &commander);
    return {status, static_cast<AgentId>(commander)};
  }
  /// Writes the ids of the subordinates; the result is their number, also if the array is too short.
  Result<std::size_t> subordinates(AgentId agent, Span<AgentId> out) const {
    std::uint64_t count = 0;
    const Status status = cunning_subordinates(raw_, id(agent), reinterpret_cast<std::uint64_t*>(out.data()),
                                               out.size(), &count);
    return {status, static_cast<std::size_t>(count)};
  }

  Status hold(AgentId agent) { return cunning_hold(raw_, id(agent)); }
  Status release(AgentId agent) { return cunning_release(raw_, id(agent)); }
  Status sleep(AgentId agent) { return cunning_sleep(raw_, id(agent)); }
  Status wake(AgentId agent) { return cunning_wake(raw_, id(agent)); }
  Status set_importance(AgentId agent, double importance) {
    return cunning_set_importance(raw_, id(agent), importance);
  }
  Status quarantine(AgentId agent, std::string_view reason) {
    return cunning_quarantine(raw_, id(agent), str(reason));
  }
  Status poll_sensor(std::string_view sensor, std::chrono::microseconds interval) {
    return cunning_poll_sensor(raw_, str(sensor), micros(interval));
  }
  Status note_position(AgentId agent, float x, float y, float z, float yaw) {
    return cunning_note_position(raw_, id(agent), x, y, z, yaw);
  }

  Result<std::uint64_t> hash() const {
    std::uint64_t hash = 0;
    const Status status = cunning_hash(raw_, &hash);
    return {status, hash};
  }
  Result<Buffer> save() const { return buffer([&](CunningBuffer* out) { return cunning_save(raw_, out); }); }
  /// Copies the minds into a snapshot, whose memory is used again.
  Status snapshot(Snapshot& into) const { return cunning_snapshot(raw_, into.out()); }
  Status rollback(const Snapshot& to) { return cunning_rollback(raw_, to.raw()); }
  /// Continues with another version of the domain; the buffer has a report as JSON.
  Result<Buffer> reload(const Domain& domain) {
    return buffer([&](CunningBuffer* out) { return cunning_reload(raw_, domain.raw(), out); });
  }

  Status record_start() { return cunning_record_start(raw_); }
  Result<Buffer> record_drain() {
    return buffer([&](CunningBuffer* out) { return cunning_record_drain(raw_, out); });
  }
  Result<Buffer> record_end() {
    return buffer([&](CunningBuffer* out) { return cunning_record_end(raw_, out); });
  }
  /// Opens a link for the studio; the buffer has the address for `cunning studio --attach`.
  Result<Buffer> attach() { return buffer([&](CunningBuffer* out) { return cunning_attach(raw_, out); }); }
  /// What an agent is doing, as JSON.
  Result<Buffer> inspect(AgentId agent) const {
    return buffer([&](CunningBuffer* out) { return cunning_inspect(raw_, id(agent), out); });
  }
  /// Why an agent does what it does, as JSON.
  Result<Buffer> why(AgentId agent) const {
    return buffer([&](CunningBuffer* out) { return cunning_why(raw_, id(agent), out); });
  }
  /// The counters as JSON.
  Result<Buffer> stats() const { return buffer([&](CunningBuffer* out) { return cunning_stats(raw_, out); }); }

 private:
  static std::uint64_t id(AgentId agent) { return static_cast<std::uint64_t>(agent); }
  static std::uint64_t micros(std::chrono::microseconds time) {
    return time.count() < 0 ? 0 : static_cast<std::uint64_t>(time.count());
  }
  Status report(StepId step, std::uint32_t outcome) {
    return cunning_report(raw_, static_cast<std::uint64_t>(step), outcome);
  }
  Result<AgentId> spawn(std::string_view archetype, const CunningSpawn* options) {
    std::uint64_t agent = CUNNING_NO_AGENT_ID;
    const Status status = cunning_spawn(raw_, str(archetype), options, &agent);
    return {status, static_cast<AgentId>(agent)};
  }
  template <class Fill>
  static Result<Buffer> buffer(Fill fill) {
    Buffer buffer;
    const Status status = fill(buffer.out());
    return {status, std::move(buffer)};
  }

  CunningMinds* raw_ = nullptr;
};

}  // namespace cunning

#endif
