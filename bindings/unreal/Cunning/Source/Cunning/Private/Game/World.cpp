#include "World.h"

#include "Json.h"

#include <algorithm>
#include <chrono>

namespace cunning::game {

namespace {

bool is_name_char(char c) { return c != '"' && c != '\'' && c != '\n' && c != '\r'; }

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() > end.size() && text.substr(text.size() - end.size()) == end;
}

/// Reads a domain; `mistakes` is set to its diagnostics if that fails.
Result<Domain> parse(const Texts& texts, std::string& mistakes) {
  std::vector<CunningSource> sources;
  for (const auto& text : texts) sources.push_back({str(text.first), str(text.second)});
  Buffer error;
  Result<Domain> domain = Domain::parse(Span<const CunningSource>(sources.data(), sources.size()), &error);
  if (!domain) mistakes = json::text_of(error.text(), "text");
  return domain;
}

}  // namespace

Texts collect(std::string name, std::string text, const std::function<bool(const std::string&, std::string&)>& read) {
  Texts texts;
  texts.emplace_back(std::move(name), std::move(text));
  for (std::size_t at = 0; at < texts.size(); at++) {
    // A copy, because the list grows while it is read.
    const std::string source = texts[at].second;
    for (std::size_t start = 0; start < source.size(); start++) {
      const char quote = source[start];
      if (quote != '"' && quote != '\'') continue;
      std::size_t end = start + 1;
      while (end < source.size() && is_name_char(source[end])) end++;
      const std::string include = source.substr(start + 1, end - start - 1);
      start = end;
      const bool is_known =
          std::any_of(texts.begin(), texts.end(), [&](const auto& known) { return known.first == include; });
      std::string found;
      if (ends_with(include, ".toml") && !is_known && read(include, found)) texts.emplace_back(include, found);
    }
  }
  return texts;
}

std::string mistakes(const Texts& texts) {
  std::string found;
  (void)parse(texts, found);
  return found;
}

World::~World() {
  close();
  for (const auto& agent : agents_) agent->world_ = nullptr;
}

bool World::parse(const Texts& texts, Domain& out) {
  std::string found;
  Result<Domain> domain = game::parse(texts, found);
  if (!domain) mistake(found, "");
  out = std::move(*domain);
  return domain.ok();
}

bool World::open(const Texts& texts) {
  close();
  known_mistakes_.clear();
  Domain domain;
  if (!parse(texts, domain)) return false;
  Result<Minds> minds = Minds::create(domain);
  if (!minds) return false;
  minds_ = std::move(*minds);
  for (const auto& [sensor, interval_us] : sensors_) {
    expect(minds_.poll_sensor(sensor, std::chrono::microseconds(interval_us)), sensor);
  }
  for (auto& [id, object] : objects_) bind(object);
  for (const auto& agent : agents_) spawn(*agent);
  for (const auto& agent : agents_) apply_commander(*agent);
  return true;
}

void World::close() {
  minds_ = Minds();
  for (const auto& agent : agents_) agent->bury();
  for (auto& [id, object] : objects_) object.symbol = Symbol::none;
  alive_.clear();
  landmarks_.clear();
  facts_.clear();
  ticks_ = 0;
}

bool World::reload(const Texts& texts) {
  if (!is_open()) return false;
  known_mistakes_.clear();
  Domain domain;
  if (!parse(texts, domain)) return false;
  const Result<Buffer> report = minds_.reload(domain);
  if (!report) return refuse("");
  facts_.clear();
  for (const std::uint64_t id : json::numbers_of(report->text(), "removed")) {
    const auto found = alive_.find(static_cast<AgentId>(id));
    if (found == alive_.end()) continue;
    mistake("the archetype `" + found->second->archetype() + "` of the agent was removed from the domain",
            found->second->name());
    found->second->bury();
    alive_.erase(found);
  }
  landmarks_.clear();
  for (auto& [id, object] : objects_) {
    if (object.symbol != Symbol::none) bind(object);
  }
  return true;
}

std::shared_ptr<Agent> World::add(std::string archetype, std::string name, Body* body, std::uint64_t seed) {
  auto agent = std::make_shared<Agent>(this, body, std::move(archetype), std::move(name), seed);
  agents_.push_back(agent);
  if (is_open()) spawn(*agent);
  return agent;
}

void World::remove(const std::shared_ptr<Agent>& agent) {
  const auto found = std::find(agents_.begin(), agents_.end(), agent);
  if (!agent || found == agents_.end()) return;
  const std::shared_ptr<Agent> kept = agent;
  agents_.erase(found);
  if (kept->is_alive()) {
    alive_.erase(kept->id());
    expect(minds_.remove(kept->id()), kept->name());
  }
  kept->bury();
  kept->world_ = nullptr;
  kept->body_ = nullptr;
}

std::uint64_t World::add_object(KnownObject object) {
  object.id = ++last_object_;
  KnownObject& added = objects_.emplace(object.id, std::move(object)).first->second;
  if (is_open()) bind(added);
  return added.id;
}

void World::remove_object(std::uint64_t id) {
  const auto found = objects_.find(id);
  if (found == objects_.end()) return;
  const bool is_landmark = found->second.symbol != Symbol::none;
  if (is_landmark) landmarks_.erase(found->second.symbol);
  const std::string name = found->second.name;
  objects_.erase(found);
  if (is_open() && !is_landmark) expect(minds_.unbind(static_cast<Object>(id)), name);
}

const KnownObject* World::find_object(std::uint64_t id) const {
  const auto found = objects_.find(id);
  return found == objects_.end() ? nullptr : &found->second;
}

const KnownObject* World::find(const Value& value) const {
  if (value.tag() == CUNNING_VALUE_OBJECT) return find_object(static_cast<std::uint64_t>(value.object()));
  const auto found = landmarks_.find(value.symbol());
  return found == landmarks_.end() ? nullptr : find_object(found->second);
}

std::string World::name_of(const Value& value) const {
  if (const KnownObject* object = find(value)) return object->name;
  switch (value.tag()) {
    case CUNNING_VALUE_NAME: return std::string(value.name());
    case CUNNING_VALUE_BOOL: return value.truth() ? "true" : "false";
    case CUNNING_VALUE_INT: return std::to_string(value.integer());
    default: return std::string();
  }
}

bool World::position(const Value& value, Point& out) const {
  if (value.tag() == CUNNING_VALUE_POINT) {
    out = value.point();
    return true;
  }
  if (value.tag() == CUNNING_VALUE_AGENT) {
    const auto found = alive_.find(value.agent());
    return found != alive_.end() && found->second->body_->position(out);
  }
  const KnownObject* object = find(value);
  return object && object->position && object->position(out);
}

void World::poll_sensor(std::string sensor, std::int64_t interval_us) {
  const auto is_same = [&](const auto& known) { return known.first == sensor; };
  sensors_.erase(std::remove_if(sensors_.begin(), sensors_.end(), is_same), sensors_.end());
  if (is_open()) expect(minds_.poll_sensor(sensor, std::chrono::microseconds(interval_us)), sensor);
  sensors_.emplace_back(std::move(sensor), interval_us);
}

std::string World::attach() {
  if (!is_open()) return std::string();
  const Result<Buffer> address = minds_.attach();
  if (!address) refuse("");
  return address ? std::string(address->text()) : std::string();
}

bool World::refuse(std::string_view about) {
  mistake(minds_.last_error(), about);
  return false;
}

void World::mistake(std::string_view message, std::string_view about) {
  const std::string known = std::string(about) + "\n" + std::string(message);
  if (known_mistakes_.insert(known).second && log_) log_(message, about);
}

void World::spawn(Agent& agent) {
  const Result<AgentId> id = minds_.spawn(agent.archetype(), Spawn().name(agent.name()).seed(agent.seed_));
  if (!id) {
    refuse(agent.name());
    return;
  }
  agent.id_ = *id;
  for (const auto& known : agents_) {
    if (known.get() == &agent) alive_.emplace(*id, known);
  }
  apply_commander(agent);
  for (const auto& known : agents_) {
    if (known->commander_.lock().get() == &agent) apply_commander(*known);
  }
}

void World::bind(KnownObject& object) {
  const Status status = minds_.bind(object.type, static_cast<Object>(object.id), object.name);
  if (status) return;
  if (status.number() != CUNNING_CLOSED_TYPE) {
    refuse(object.name);
    return;
  }
  const Result<Symbol> symbol = minds_.symbol(CUNNING_NAME_OBJECT, object.type + "." + object.name);
  if (!symbol) refuse(object.name);
  object.symbol = *symbol;
  if (symbol) landmarks_[*symbol] = object.id;
}

void World::apply_commander(Agent& agent) {
  const std::shared_ptr<Agent> commander = agent.commander_.lock();
  if (!agent.is_alive() || (commander && !commander->is_alive())) return;
  expect(minds_.set_commander(agent.id(), commander ? commander->id() : AgentId::none), agent.name());
}

Symbol World::fact(Agent& agent, std::string_view name) {
  const auto known = facts_.find(name);
  if (known != facts_.end()) return known->second;
  const Result<Symbol> symbol = minds_.fact(name);
  if (!symbol) refuse(agent.name());
  const Symbol found = symbol ? *symbol : Symbol::none;
  facts_.emplace(std::string(name), found);
  return found;
}

}  // namespace cunning::game
