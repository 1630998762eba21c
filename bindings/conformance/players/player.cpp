// The player of the conformance scripts in C++: `player SCRIPT` prints the log. See ../README.md.

#include "json.h"

#include <cunning.hpp>

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

using namespace cunning;
using Micros = std::chrono::microseconds;

namespace {

struct JsonDocument {
  explicit JsonDocument(std::string_view text) : source(text), root(json_read(source.c_str())) {}
  JsonDocument(const JsonDocument&) = delete;
  ~JsonDocument() { json_free(root); }
  std::string source;
  Json* root;
};

const char* text_of(const Json* json) {
  if (!json || json->kind != JSON_TEXT) json_fail("expected a text");
  return json->text;
}

double number_of(const Json* json) {
  if (!json || json->kind != JSON_NUMBER) json_fail("expected a number");
  return json->number;
}

std::uint64_t whole_of(const Json* json) {
  if (!json || json->kind != JSON_NUMBER || !json->is_whole) json_fail("expected a whole number");
  return json->whole;
}

Micros millis_of(const Json* json) { return Micros(static_cast<std::int64_t>(whole_of(json)) * 1000); }

Point point_of(const Json* json) {
  if (json->kind != JSON_LIST || json_count(json) != 3) json_fail("expected a position");
  return {json_at(json, 0)->integer, json_at(json, 1)->integer, json_at(json, 2)->integer};
}

Value value_of(const Json* json) {
  switch (json->kind) {
    case JSON_NULL: return {};
    case JSON_FALSE: return false;
    case JSON_TRUE: return true;
    case JSON_TEXT: return std::string_view(json->text);
    case JSON_NUMBER: return json->integer;
    default: break;
  }
  if (const Json* object = json_get(json, "object")) return static_cast<Object>(object->whole);
  const Json* point = json_get(json, "point");
  if (!point) json_fail("expected a value");
  return point_of(point);
}

/// A fact and its indices, which a Key refers to.
struct Fact {
  explicit Fact(const Json* json) {
    if (json->kind == JSON_TEXT) {
      name = json->text;
      return;
    }
    name = text_of(json_at(json, 0));
    for (const Json* index = json->first->next; index; index = index->next) indices.push_back(value_of(index));
  }
  Key key() const { return {name, indices}; }
  std::string_view name;
  std::vector<Value> indices;
};

constexpr const char* STOPS[] = {"replanned", "condition-lost", "object-lost", "timed-out",
                                 "ordered",   "held",           "removed",     "reloaded"};
constexpr const char* IDLES[] = {"nothing-matters", "no-plan", "held", "quarantined"};
constexpr const char* ORDERS[] = {"taken-up", "done", "lost", "withdrawn", "object-gone", "", "", "", "failed",
                                  "failed-no-plan", "failed-timed-out", "failed-steps-failed", "failed-foreign-goal",
                                  "failed-reloaded"};

template <std::size_t N>
std::string word(const char* const (&words)[N], std::uint32_t code) {
  return code < N ? words[code] : "unknown";
}

/// Returns the number of an id, from 1; a new one gets the next number.
template <class T>
std::string numbered(std::vector<T>& ids, T id) {
  auto found = std::find(ids.begin(), ids.end(), id);
  if (found == ids.end()) found = ids.insert(found, id);
  return std::to_string(found - ids.begin() + 1);
}

template <class T>
void drop(std::vector<T>& ids, T id) {
  ids.erase(std::remove(ids.begin(), ids.end(), id), ids.end());
}

struct Query {
  QueryId id;
  bool is_open;
  std::string call, name;
};

class Player {
 public:
  explicit Player(const Json* script) : script_(script) {
    domain_ = domain_at(0);
    minds_ = std::move(*Minds::create(domain_));
  }

  void play() {
    for (const Json* step = json_get(script_, "steps")->first; step; step = step->next) {
      const Status status = perform(step);
      if (!status) fail(status, minds_.last_error());
    }
  }

 private:
  using Names = std::map<std::string, std::uint64_t>;

  static void line(const std::string& text) { std::printf("%s\n", text.c_str()); }

  static void fail(Status status, std::string_view text) {
    line("! " + std::string(status.code()) + ": " + std::string(text));
  }

  /// Logs the error in a JSON object.
  static void fail_json(Status status, const Buffer& json) {
    const JsonDocument read(json.text());
    fail(status, text_of(json_get(read.root, "error")));
  }

  Domain domain_at(std::uint64_t at) const {
    const Json* domain = json_at(json_get(script_, "domains"), at);
    if (!domain) json_fail("no such domain");
    std::string text;
    for (const Json* line = json_get(domain, "text")->first; line; line = line->next) {
      text += line->text;
      if (line->next) text += "\n";
    }
    Buffer error;
    auto parsed = Domain::parse(text_of(json_get(domain, "name")), text, &error);
    if (!parsed) json_fail(std::string(error.text()).c_str());
    return std::move(*parsed);
  }

  AgentId agent(const Json* name) const {
    const auto found = agents_.find(text_of(name));
    if (found == agents_.end()) json_fail("no such agent");
    return static_cast<AgentId>(found->second);
  }

  AgentId maybe_agent(const Json* name) const { return name->kind == JSON_NULL ? AgentId::none : agent(name); }

  static std::string name_of(const Names& names, std::uint64_t id) {
    for (const auto& [name, known] : names) {
      if (known == id) return name;
    }
    return "?";
  }

  std::string agent_name(AgentId id) const { return name_of(agents_, static_cast<std::uint64_t>(id)); }

  std::string shown(const Value& value) const {
    switch (value.tag()) {
      case CUNNING_VALUE_BOOL: return value.truth() ? "true" : "false";
      case CUNNING_VALUE_INT: return std::to_string(value.integer());
      case CUNNING_VALUE_NAME: return std::string(value.name());
      case CUNNING_VALUE_OBJECT: return "#" + std::to_string(static_cast<std::uint64_t>(value.object()));
      case CUNNING_VALUE_AGENT: return "@" + agent_name(value.agent());
      case CUNNING_VALUE_POINT: {
        const Point at = value.point();
        return "(" + std::to_string(at.x) + ", " + std::to_string(at.y) + ", " + std::to_string(at.z) + ")";
      }
      default: return "none";
    }
  }

  std::string shown(Span<const Value> values, const char* open, const char* close) const {
    std::string text;
    for (const Value& value : values) text += (text.empty() ? open : ", ") + shown(value);
    return text.empty() ? text : text + close;
  }

  void log(const Command& command) {
    const std::string who = agent_name(command.agent());
    const std::string args = shown(command.args(), "(", ")"), call = std::string(command.name()) + args;
    switch (command.kind()) {
      case CUNNING_COMMAND_START:
        if (!command.is_command()) numbered(running_, command.step());
        line("start s" + numbered(steps_, command.step()) + " " + who + " " + call +
             (command.is_resumed() ? " resumed" : "") + (command.is_command() ? " command" : ""));
        break;
      case CUNNING_COMMAND_STOP:
        drop(running_, command.step());
        numbered(stopping_, command.step());
        line("stop s" + numbered(steps_, command.step()) + " " + who + " " + word(STOPS, command.code()));
        break;
      case CUNNING_COMMAND_SENSE: line("sense " + who + " " + call); break;
      case CUNNING_COMMAND_ASK:
        line("ask c" + numbered(checks_, command.check()) + " " + who + " " + std::string(command.name()) + " " +
             std::string(minds_.name(command.action())) + args);
        break;
      case CUNNING_COMMAND_QUERY:
        queries_.push_back({command.query(), true, call, std::string(command.name())});
        line("query q" + std::to_string(queries_.size()) + " " + who + " " + call);
        break;
      case CUNNING_COMMAND_IDLE: line("idle " + who + " " + word(IDLES, command.code())); break;
      case CUNNING_COMMAND_REPORT:
        line("report " + name_of(orders_, static_cast<std::uint64_t>(command.order())) + " " + who + " " + call + " " +
             word(ORDERS, command.code()));
        break;
      default: break;
    }
  }

  Status after(Status status, bool is_end) {
    if (!status) return status;
    minds_.each_command([&](const Command& command) { log(command); });
    if (is_end) {
      char text[32];
      std::snprintf(text, sizeof text, "# hash %016" PRIx64, *minds_.hash());
      line(text);
    }
    return status;
  }

  Status spawn(const Json* name, const Json* archetype, const Json* options) {
    Spawn spawn;
    std::vector<CunningTrait> traits;
    for (const Json* option = options ? options->first : nullptr; option; option = option->next) {
      const std::string_view key = option->key;
      if (key == "name") spawn.name(text_of(option));
      else if (key == "seed") spawn.seed(whole_of(option));
      else if (key == "commander") spawn.commander(agent(option));
      else if (key == "traits") {
        for (const Json* given = option->first; given; given = given->next) {
          traits.push_back({str(given->key), number_of(given)});
        }
      } else json_fail("unknown option of an agent");
    }
    const auto agent = minds_.spawn(text_of(archetype), spawn.traits(traits));
    if (agent) agents_[text_of(name)] = static_cast<std::uint64_t>(*agent);
    return agent.status();
  }

  Status set_many(const Json* rows) {
    std::vector<Fact> facts;
    std::vector<Belief> beliefs;
    facts.reserve(json_count(rows));
    for (const Json* row = rows->first; row; row = row->next) {
      facts.emplace_back(json_at(row, 1));
      const auto symbol = minds_.fact(facts.back().name);
      if (!symbol) return symbol.status();
      beliefs.emplace_back(agent(json_at(row, 0)), *symbol, value_of(json_at(row, 2)));
      beliefs.back().at(facts.back().indices);
    }
    const auto done = minds_.set_many(beliefs);
    line("set_many " + std::to_string(*done) + " of " + std::to_string(beliefs.size()));
    return done.status();
  }

  Status get(const Json* who, const Json* what) {
    const Fact fact(what);
    const auto symbol = minds_.fact(fact.name);
    if (!symbol) return symbol.status();
    double confidence = 0;
    const auto value = minds_.get(agent(who), *symbol, fact.indices, &confidence);
    if (!value) return value.status();
    line("get " + std::string(who->text) + " " + std::string(fact.name) + shown(fact.indices, "[", "]") + " = " +
         shown(*value) + " at " + std::to_string(std::llround(confidence * 1e6)));
    return {};
  }

  Status report(const Json* rows) {
    std::vector<Report> reports;
    for (const Json* row = rows->first; row; row = row->next) {
      const std::uint64_t at = whole_of(json_at(row, 1));
      if (at == 0 || at > steps_.size()) json_fail("no such step");
      const StepId step = steps_[at - 1];
      const std::string_view outcome = text_of(json_at(row, 0));
      reports.emplace_back(step, outcome == "done"      ? CUNNING_REPORT_DONE
                                 : outcome == "failed"  ? CUNNING_REPORT_FAILED
                                 : outcome == "running" ? CUNNING_REPORT_RUNNING
                                                        : CUNNING_REPORT_STOPPED);
      if (outcome == "running") continue;
      drop(running_, step);
      drop(stopping_, step);
    }
    return minds_.report_many(reports);
  }

  Status reply() {
    std::vector<Report> reports;
    for (const StepId step : stopping_) reports.emplace_back(step, CUNNING_REPORT_STOPPED);
    for (const StepId step : running_) reports.emplace_back(step, CUNNING_REPORT_DONE);
    stopping_.clear();
    running_.clear();
    return minds_.report_many(reports);
  }

  Status answer_queries(const Json* answers) {
    std::vector<Answer> given;
    for (Query& query : queries_) {
      if (!std::exchange(query.is_open, false)) continue;
      const Json* answer = json_get(answers, query.call.c_str());
      if (!answer) answer = json_get(answers, query.name.c_str());
      if (!answer || answer->kind == JSON_NULL) given.push_back(Answer::unknown(query.id));
      else if (answer->kind == JSON_NUMBER) given.push_back(Answer::of(query.id, answer->number));
      else if (answer->kind == JSON_LIST) given.push_back(Answer::at(query.id, point_of(answer)));
      else given.push_back(Answer::truth(query.id, answer->kind == JSON_TRUE));
    }
    return minds_.answer_many(given);
  }

  Status order(const Json* name, const Json* who, const Json* given) {
    Order order(text_of(json_get(given, "goal")));
    std::vector<CunningArg> args;
    for (const Json* part = given->first; part; part = part->next) {
      const std::string_view key = part->key;
      if (key == "bias") order.bias(number_of(part));
      else if (key == "within_ms") order.within(millis_of(part));
      else if (key == "rigid") order.rigid();
      else if (key == "args") {
        for (const Json* arg = part->first; arg; arg = arg->next) args.push_back({str(arg->key), value_of(arg).raw()});
      } else if (key != "goal") json_fail("unknown key of an order");
    }
    const auto id = minds_.order(agent(who), order.args(args));
    if (id) orders_[text_of(name)] = static_cast<std::uint64_t>(*id);
    return id.status();
  }

  Status restore(const Json* slot, const Json* at, const Json* ids) {
    std::vector<std::uint64_t> old_ids, new_ids;
    old_ids.reserve(1);  // An empty list is not null.
    for (const Json* pair = ids->first; pair; pair = pair->next) {
      old_ids.push_back(whole_of(json_at(pair, 0)));
      new_ids.push_back(whole_of(json_at(pair, 1)));
    }
    Domain domain = domain_at(whole_of(at));
    Buffer report;
    auto minds = Minds::restore(saves_[text_of(slot)].bytes(), domain, &report,
                                ids->kind == JSON_NULL ? nullptr : old_ids.data(), new_ids.data(), old_ids.size());
    if (!minds) {
      fail_json(minds.status(), report);
      return {};
    }
    minds_ = std::move(*minds);
    domain_ = std::move(domain);
    snapshots_.clear();
    const JsonDocument read(report.text());
    std::string lost;
    for (const Json* id = json_get(read.root, "lost")->first; id; id = id->next) {
      lost += (lost.empty() ? "" : ", ") + std::to_string(id->whole);
    }
    line("restore lost [" + lost + "]");
    return {};
  }

  Status reload(const Json* at) {
    Domain domain = domain_at(whole_of(at));
    const auto report = minds_.reload(domain);
    if (!report) return report.status();
    domain_ = std::move(domain);
    const JsonDocument read(report->text());
    line("reload kept " + std::to_string(whole_of(json_get(read.root, "plans_kept"))) + " dropped " +
         std::to_string(whole_of(json_get(read.root, "plans_dropped"))));
    return {};
  }

  Status plan(const Json* request) {
    const auto plan = domain_.plan({request->source, request->source_len});
    if (plan.status().number() == CUNNING_NO_PLAN) line("plan none");
    else if (!plan) fail_json(plan.status(), *plan);
    else line("plan " + std::string(text_of(json_get(JsonDocument(plan->text()).root, "text"))));
    return {};
  }

  Status inspect(const Json* who) {
    const auto json = minds_.inspect(agent(who));
    if (!json) return json.status();
    const JsonDocument seen(json->text());
    const Json* goal = json_get(seen.root, "goal");
    std::string plan;
    for (const Json* step = json_get(seen.root, "plan")->first; step; step = step->next) {
      plan += (plan.empty() ? "" : ", ") + std::string(text_of(json_get(step, "text")));
    }
    line("inspect " + std::string(who->text) + " goal " + (goal->kind == JSON_NULL ? "none" : goal->text) +
         " plan [" + plan + "] acting " +
         (json_get(seen.root, "is_acting")->kind == JSON_TRUE ? "true" : "false"));
    return {};
  }

  Status why(const Json* who) {
    const auto json = minds_.why(agent(who));
    if (!json) return json.status();
    const JsonDocument why(json->text());
    line("why " + std::string(who->text) + " " + text_of(json_get(why.root, "kind")));
    return {};
  }

  Status ignored() {
    const auto json = minds_.stats();
    if (!json) return json.status();
    const JsonDocument stats(json->text());
    line("ignored reports " + std::to_string(whole_of(json_get(stats.root, "reports_ignored"))) + " percepts " +
         std::to_string(whole_of(json_get(stats.root, "percepts_ignored"))));
    return {};
  }

  Status subordinates(const Json* who) {
    std::vector<AgentId> ids(64);
    const auto count = minds_.subordinates(agent(who), ids);
    if (!count) return count.status();
    std::string text;
    for (std::size_t at = 0; at < *count; at++) text += (at ? ", " : "") + agent_name(ids[at]);
    line("subordinates " + std::string(who->text) + " [" + text + "]");
    return {};
  }

  Status perform(const Json* step) {
    const std::string_view name = text_of(step->first);
    const Json *a = json_at(step, 1), *b = json_at(step, 2), *c = json_at(step, 3), *d = json_at(step, 4);
    if (name == "spawn") return spawn(a, b, c);
    if (name == "remove") return minds_.remove(agent(a));
    if (name == "set") return minds_.set(agent(a), Fact(b).key(), value_of(c));
    if (name == "believe") return minds_.believe(agent(a), Fact(b).key(), value_of(c), number_of(d));
    if (name == "set_many") return set_many(a);
    if (name == "get") return get(a, b);
    if (name == "bind") return minds_.bind(text_of(a), static_cast<Object>(whole_of(b)), text_of(c));
    if (name == "unbind") return minds_.unbind(static_cast<Object>(whole_of(a)));
    if (name == "tick") return after(minds_.tick(millis_of(a), whole_of(b)), true);
    if (name == "begin") return after(minds_.begin(millis_of(a), whole_of(b)), false);
    if (name == "ask") return after(minds_.ask(), false);
    if (name == "think") return after(minds_.think(), true);
    if (name == "report") return report(a);
    if (name == "reply") return reply();
    if (name == "answer") {
      const std::uint64_t at = whole_of(a);
      if (at == 0 || at > checks_.size()) json_fail("no such check");
      return minds_.answer(checks_[at - 1], b->kind == JSON_TRUE);
    }
    if (name == "answer_queries") return answer_queries(a);
    if (name == "order") return order(a, b, c);
    if (name == "withdraw") return minds_.withdraw(static_cast<OrderId>(orders_[text_of(a)]));
    return perform_more(name, a, b, c);
  }

  Status perform_more(std::string_view name, const Json* a, const Json* b, const Json* c) {
    if (name == "set_commander") return minds_.set_commander(agent(a), maybe_agent(b));
    if (name == "subordinates") return subordinates(a);
    if (name == "hold") return minds_.hold(agent(a));
    if (name == "release") return minds_.release(agent(a));
    if (name == "sleep") return minds_.sleep(agent(a));
    if (name == "wake") return minds_.wake(agent(a));
    if (name == "quarantine") return minds_.quarantine(agent(a), text_of(b));
    if (name == "set_importance") return minds_.set_importance(agent(a), number_of(b));
    if (name == "set_trait") return minds_.set_trait(agent(a), text_of(b), number_of(c));
    if (name == "set_table") return minds_.set_table(maybe_agent(a), Fact(b).key(), number_of(c));
    if (name == "poll_sensor") return minds_.poll_sensor(text_of(a), millis_of(b));
    if (name == "save") {
      auto bytes = minds_.save();
      saves_[text_of(a)] = std::move(*bytes);
      return bytes.status();
    }
    if (name == "restore") return restore(a, b, c);
    if (name == "snapshot") return minds_.snapshot(snapshots_[text_of(a)]);
    if (name == "rollback") return minds_.rollback(snapshots_[text_of(a)]);
    if (name == "reload") return reload(a);
    if (name == "remember_hash") {
      const auto hash = minds_.hash();
      hashes_[text_of(a)] = *hash;
      return hash.status();
    }
    if (name == "same_hash") {
      const auto hash = minds_.hash();
      line("same hash as " + std::string(text_of(a)) + ": " + (*hash == hashes_[a->text] ? "true" : "false"));
      return hash.status();
    }
    if (name == "inspect") return inspect(a);
    if (name == "why") return why(a);
    if (name == "ignored") return ignored();
    if (name == "plan") return plan(a);
    json_fail("unknown operation");
    return {};
  }

  const Json* script_;
  Domain domain_;
  Minds minds_;
  Names agents_, orders_, hashes_;
  std::vector<StepId> steps_, running_, stopping_;
  std::vector<CheckId> checks_;
  std::vector<Query> queries_;
  std::map<std::string, Buffer> saves_;
  std::map<std::string, Snapshot> snapshots_;
};

}  // namespace

int main(int count, char** args) {
  if (count != 2) json_fail("usage: player SCRIPT");
  char* text = json_file(args[1]);
  const JsonDocument script(text);
  std::free(text);
  Player(script.root).play();
}
