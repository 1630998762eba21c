/* The player of the conformance scripts in C: `player SCRIPT` prints the log. See ../README.md. */

#include "cunning.h"
#include "json.h"

#include <inttypes.h>
#include <stdarg.h>

enum { IDS_MAX = 4096, NAMES_MAX = 256, POLL = 7 };

typedef struct Named {
  char name[64];
  uint64_t id;
} Named;

typedef struct Query {
  uint64_t id;
  int is_open;
  char call[512];
  char name[64];
} Query;

typedef struct Slot {
  char name[64];
  CunningBuffer bytes;
  CunningSnapshot *snapshot;
  uint64_t hash;
} Slot;

typedef struct Player {
  const Json *script;
  CunningDomain *domain;
  CunningMinds *minds;
  Named agents[NAMES_MAX], orders[NAMES_MAX];
  size_t agent_count, order_count;
  uint64_t steps[IDS_MAX], checks[IDS_MAX], running[IDS_MAX], stopping[IDS_MAX];
  size_t step_count, check_count, running_count, stopping_count;
  Query queries[IDS_MAX];
  size_t query_count;
  Slot saves[16], snapshots[16], hashes[16];
} Player;

/* Formats into the end of a text of 512 bytes. */
static void append(char *text, const char *format, ...) {
  const size_t len = strlen(text);
  va_list args;
  va_start(args, format);
  vsnprintf(text + len, 512 - len, format, args);
  va_end(args);
}

static CunningDomain *domain_at(const Player *player, size_t at) {
  const Json *domain = json_at(json_get(player->script, "domains"), at);
  if (!domain) json_fail("no such domain");
  const Json *lines = json_get(domain, "text");
  size_t len = 0;
  for (const Json *line = lines->first; line; line = line->next) len += strlen(line->text) + 1;
  char *text = json_alloc(len + 1);
  for (const Json *line = lines->first; line; line = line->next) {
    strcat(text, line->text);
    if (line->next) strcat(text, "\n");
  }
  const CunningSource source = {cunning_str(json_get(domain, "name")->text), cunning_str(text)};
  CunningDomain *parsed = NULL;
  CunningBuffer error = {NULL, 0};
  if (cunning_domain_parse(&source, 1, &parsed, &error)) {
    fprintf(stderr, "%.*s\n", (int)error.len, (const char *)error.ptr);
    exit(2);
  }
  free(text);
  return parsed;
}

static const char *text_of(const Json *value) {
  if (!value || value->kind != JSON_TEXT) json_fail("expected a text");
  return value->text;
}

static uint64_t whole_of(const Json *value) {
  if (!value || value->kind != JSON_NUMBER || !value->is_whole) json_fail("expected a whole number");
  return value->whole;
}

static double number_of(const Json *value) {
  if (!value || value->kind != JSON_NUMBER) json_fail("expected a number");
  return value->number;
}

static uint64_t named(const Named *all, size_t count, const char *name) {
  while (count--) {
    if (!strcmp(all[count].name, name)) return all[count].id;
  }
  fprintf(stderr, "error: no agent or order `%s`\n", name);
  exit(2);
}

static const char *name_of(const Named *all, size_t count, uint64_t id) {
  while (count--) {
    if (all[count].id == id) return all[count].name;
  }
  return "?";
}

static uint64_t agent_of(const Player *player, const Json *name) {
  return named(player->agents, player->agent_count, text_of(name));
}

static uint64_t maybe_agent(const Player *player, const Json *name) {
  return name->kind == JSON_NULL ? CUNNING_NO_AGENT_ID : agent_of(player, name);
}

static const char *agent_name(const Player *player, uint64_t id) {
  return name_of(player->agents, player->agent_count, id);
}

static void add_named(Named *all, size_t *count, const char *name, uint64_t id) {
  if (*count == NAMES_MAX) json_fail("too many names");
  snprintf(all[*count].name, sizeof all->name, "%s", name);
  all[(*count)++].id = id;
}

static Slot *slot(Slot *slots, const char *name, int is_new) {
  for (size_t at = 0; at < 16; at++) {
    if (!strcmp(slots[at].name, name)) return &slots[at];
    if (!slots[at].name[0] && is_new) {
      snprintf(slots[at].name, sizeof slots[at].name, "%s", name);
      return &slots[at];
    }
  }
  json_fail("no such slot");
  return NULL;
}

/* Returns the number of an id, from 1; a new one gets the next number. */
static size_t numbered(uint64_t *ids, size_t *count, uint64_t id) {
  for (size_t at = 0; at < *count; at++) {
    if (ids[at] == id) return at + 1;
  }
  if (*count == IDS_MAX) json_fail("too many ids");
  ids[(*count)++] = id;
  return *count;
}

static void drop_id(uint64_t *ids, size_t *count, uint64_t id) {
  size_t kept = 0;
  for (size_t at = 0; at < *count; at++) {
    if (ids[at] != id) ids[kept++] = ids[at];
  }
  *count = kept;
}

static CunningValue value_of(const Json *json) {
  switch (json->kind) {
    case JSON_NULL: return cunning_none();
    case JSON_FALSE: return cunning_bool(0);
    case JSON_TRUE: return cunning_bool(1);
    case JSON_TEXT: return cunning_name(json->text);
    case JSON_NUMBER: return cunning_int(json->integer);
    default: break;
  }
  const Json *object = json_get(json, "object"), *point = json_get(json, "point");
  if (object) return cunning_object(object->whole);
  if (!point || json_count(point) != 3) json_fail("expected a value");
  return cunning_point(json_at(point, 0)->integer, json_at(point, 1)->integer, json_at(point, 2)->integer);
}

/* A fact: its name and up to four indices. */
typedef struct Key {
  CunningStr name;
  CunningValue indices[4];
  uint64_t index_count;
} Key;

static Key key_of(const Json *json) {
  Key key;
  memset(&key, 0, sizeof key);
  if (json->kind == JSON_TEXT) {
    key.name = cunning_str(json->text);
    return key;
  }
  key.name = cunning_str(text_of(json_at(json, 0)));
  for (const Json *index = json->first->next; index; index = index->next) {
    if (key.index_count == 4) json_fail("too many indices");
    key.indices[key.index_count++] = value_of(index);
  }
  return key;
}

static void append_value(const Player *player, char *text, const CunningValue *value) {
  switch (value->tag) {
    case CUNNING_VALUE_BOOL: append(text, "%s", value->data.integer ? "true" : "false"); break;
    case CUNNING_VALUE_INT: append(text, "%" PRId64, value->data.integer); break;
    case CUNNING_VALUE_NAME: append(text, "%.*s", (int)value->data.name.len, value->data.name.ptr); break;
    case CUNNING_VALUE_OBJECT: append(text, "#%" PRIu64, value->data.object); break;
    case CUNNING_VALUE_AGENT: append(text, "@%s", agent_name(player, value->data.object)); break;
    case CUNNING_VALUE_POINT:
      append(text, "(%" PRId64 ", %" PRId64 ", %" PRId64 ")", value->data.point.x, value->data.point.y,
             value->data.point.z);
      break;
    default: append(text, "none"); break;
  }
}

static void append_list(const Player *player, char *text, const CunningValue *values, uint64_t count, char open,
                        char close) {
  for (uint64_t at = 0; at < count; at++) {
    if (at == 0) append(text, "%c", open);
    else append(text, ", ");
    append_value(player, text, &values[at]);
  }
  if (count) append(text, "%c", close);
}

static const char *word(const char *const *words, size_t count, uint32_t code) {
  return code < count && words[code] ? words[code] : "unknown";
}

#define WORD(words, code) word(words, sizeof words / sizeof *words, code)

static const char *const STOPS[] = {"replanned", "condition-lost", "object-lost", "timed-out",
                                    "ordered",   "held",           "removed",     "reloaded"};
static const char *const IDLES[] = {"nothing-matters", "no-plan", "held", "quarantined"};
static const char *const ORDERS[] = {"taken-up", "done", "lost", "withdrawn", "object-gone", NULL, NULL, NULL, "failed",
                                     "failed-no-plan", "failed-timed-out", "failed-steps-failed",
                                     "failed-foreign-goal", "failed-reloaded"};

static void start(Player *player, const CunningCommand *command, const char *call) {
  const int is_command = (command->flags & CUNNING_FLAG_COMMAND) != 0;
  if (!is_command) numbered(player->running, &player->running_count, command->id);
  printf("start s%zu %s %s%s%s\n", numbered(player->steps, &player->step_count, command->id),
         agent_name(player, command->agent), call, command->flags & CUNNING_FLAG_RESUMED ? " resumed" : "",
         is_command ? " command" : "");
}

static void ask(Player *player, const CunningCommand *command, const char *args) {
  CunningStr action = {NULL, 0};
  cunning_symbol_name(player->minds, command->action, &action, NULL, NULL);
  printf("ask c%zu %s %.*s %.*s%s\n", numbered(player->checks, &player->check_count, command->id),
         agent_name(player, command->agent), (int)command->text.len, command->text.ptr, (int)action.len, action.ptr,
         args);
}

static void query(Player *player, const CunningCommand *command, const char *call) {
  if (player->query_count == IDS_MAX) json_fail("too many queries");
  Query *query = &player->queries[player->query_count++];
  query->id = command->id;
  query->is_open = 1;
  snprintf(query->call, sizeof query->call, "%s", call);
  snprintf(query->name, sizeof query->name, "%.*s", (int)command->text.len, command->text.ptr);
  printf("query q%zu %s %s\n", player->query_count, agent_name(player, command->agent), call);
}

static void log_command(Player *player, const CunningCommand *command) {
  const char *agent = agent_name(player, command->agent);
  char args[512] = "", call[512] = "";
  append_list(player, args, command->args, command->arg_count, '(', ')');
  append(call, "%.*s%s", (int)command->text.len, command->text.ptr, args);
  switch (command->kind) {
    case CUNNING_COMMAND_START: start(player, command, call); break;
    case CUNNING_COMMAND_STOP:
      drop_id(player->running, &player->running_count, command->id);
      numbered(player->stopping, &player->stopping_count, command->id);
      printf("stop s%zu %s %s\n", numbered(player->steps, &player->step_count, command->id), agent,
             WORD(STOPS, command->code));
      break;
    case CUNNING_COMMAND_SENSE: printf("sense %s %s\n", agent, call); break;
    case CUNNING_COMMAND_ASK: ask(player, command, args); break;
    case CUNNING_COMMAND_QUERY: query(player, command, call); break;
    case CUNNING_COMMAND_IDLE: printf("idle %s %s\n", agent, WORD(IDLES, command->code)); break;
    case CUNNING_COMMAND_REPORT:
      printf("report %s %s %s %s\n", name_of(player->orders, player->order_count, command->id), agent, call,
             WORD(ORDERS, command->code));
      break;
    default: break;
  }
}

/* Takes and logs all commands, a few at a time. */
static void poll_all(Player *player) {
  CunningCommand commands[POLL];
  uint64_t count = POLL;
  while (count == POLL) {
    commands[0].struct_size = sizeof *commands;
    if (cunning_poll(player->minds, commands, POLL, &count)) json_fail("poll failed");
    for (uint64_t at = 0; at < count; at++) log_command(player, &commands[at]);
  }
}

static void log_hash(const Player *player) {
  uint64_t hash = 0;
  cunning_hash(player->minds, &hash);
  printf("# hash %016" PRIx64 "\n", hash);
}

static void log_error(const Player *player, CunningStatus status) {
  CunningStr text = {NULL, 0};
  const CunningStr code = cunning_status_text(status);
  cunning_last_error(player->minds, &text);
  printf("! %.*s: %.*s\n", (int)code.len, code.ptr, (int)text.len, text.ptr);
}

/* Logs the error in a JSON object with `error`. */
static void log_json_error(CunningStatus status, CunningBuffer *json) {
  const CunningStr code = cunning_status_text(status);
  char *text = json_alloc(json->len + 1);
  memcpy(text, json->ptr, json->len);
  Json *read = json_read(text);
  printf("! %.*s: %s\n", (int)code.len, code.ptr, text_of(json_get(read, "error")));
  json_free(read);
  free(text);
}

static CunningStatus spawn(Player *player, const char *name, const char *archetype, const Json *options) {
  CunningTrait traits[8];
  CunningSpawn spawn;
  memset(&spawn, 0, sizeof spawn);
  spawn.struct_size = sizeof spawn;
  spawn.commander = CUNNING_NO_AGENT_ID;
  spawn.traits = traits;
  for (const Json *option = options ? options->first : NULL; option; option = option->next) {
    if (!strcmp(option->key, "name")) spawn.name = cunning_str(text_of(option));
    else if (!strcmp(option->key, "seed")) spawn.seed = whole_of(option);
    else if (!strcmp(option->key, "commander")) spawn.commander = agent_of(player, option);
    else if (!strcmp(option->key, "traits")) {
      for (const Json *given = option->first; given && spawn.trait_count < 8; given = given->next) {
        traits[spawn.trait_count].name = cunning_str(given->key);
        traits[spawn.trait_count++].value = number_of(given);
      }
    } else json_fail("unknown option of an agent");
  }
  uint64_t agent = 0;
  const CunningStatus status =
      cunning_spawn(player->minds, cunning_str(archetype), options ? &spawn : NULL, &agent);
  if (!status) add_named(player->agents, &player->agent_count, name, agent);
  return status;
}

static CunningStatus set_many(Player *player, const Json *rows) {
  const size_t count = json_count(rows);
  CunningBelief *beliefs = json_alloc((count + 1) * sizeof *beliefs);
  Key *keys = json_alloc((count + 1) * sizeof *keys);
  size_t at = 0;
  CunningStatus status = CUNNING_OK;
  for (const Json *row = rows->first; row && !status; row = row->next, at++) {
    keys[at] = key_of(json_at(row, 1));
    beliefs[at].agent = agent_of(player, json_at(row, 0));
    beliefs[at].indices = keys[at].indices;
    beliefs[at].index_count = (uint32_t)keys[at].index_count;
    beliefs[at].value = value_of(json_at(row, 2));
    beliefs[at].confidence = 1;
    status = cunning_symbol(player->minds, CUNNING_NAME_FACT, keys[at].name, &beliefs[at].fact);
  }
  if (!status) {
    uint64_t done = 0;
    status = cunning_set_many(player->minds, beliefs, count, &done);
    printf("set_many %" PRIu64 " of %zu\n", done, count);
  }
  free(beliefs);
  free(keys);
  return status;
}

static CunningStatus get(Player *player, const Json *agent, const Json *fact) {
  const Key key = key_of(fact);
  uint32_t symbol = 0;
  CunningStatus status = cunning_symbol(player->minds, CUNNING_NAME_FACT, key.name, &symbol);
  if (status) return status;
  CunningValue value;
  double confidence = 0;
  status = cunning_get(player->minds, agent_of(player, agent), symbol, key.indices, key.index_count, &value,
                       &confidence);
  if (status) return status;
  char text[512] = "";
  append(text, "get %s %s", agent->text, key.name.ptr);
  append_list(player, text, key.indices, key.index_count, '[', ']');
  append(text, " = ");
  append_value(player, text, &value);
  printf("%s at %" PRId64 "\n", text, (int64_t)(confidence * 1e6 + 0.5));
  return CUNNING_OK;
}

static CunningStatus report(Player *player, const Json *rows) {
  CunningReport reports[IDS_MAX];
  uint64_t count = 0;
  for (const Json *row = rows->first; row; row = row->next) {
    static const char *const outcomes[] = {"done", "failed", "running", "stopped"};
    const uint64_t number = whole_of(json_at(row, 1));
    if (number == 0 || number > player->step_count || count == IDS_MAX) json_fail("no such step");
    CunningReport *report = &reports[count++];
    memset(report, 0, sizeof *report);
    report->step = player->steps[number - 1];
    while (report->outcome < 4 && strcmp(outcomes[report->outcome], text_of(json_at(row, 0)))) report->outcome++;
    if (report->outcome != CUNNING_REPORT_RUNNING) {
      drop_id(player->running, &player->running_count, report->step);
      drop_id(player->stopping, &player->stopping_count, report->step);
    }
  }
  return cunning_report_many(player->minds, reports, count);
}

/* Reports all stopped steps as stopped and all running ones as done. */
static CunningStatus reply(Player *player) {
  for (size_t at = 0; at < player->stopping_count; at++) {
    const CunningStatus status =
        cunning_report(player->minds, player->stopping[at], CUNNING_REPORT_STOPPED);
    if (status) return status;
  }
  CunningReport reports[IDS_MAX];
  for (size_t at = 0; at < player->running_count; at++) {
    reports[at].step = player->running[at];
    reports[at].outcome = CUNNING_REPORT_DONE;
    reports[at].reserved = 0;
  }
  const size_t count = player->running_count;
  player->stopping_count = player->running_count = 0;
  return cunning_report_many(player->minds, reports, count);
}

static CunningStatus answer_queries(Player *player, const Json *answers) {
  CunningAnswer *given = json_alloc((player->query_count + 1) * sizeof *given);
  uint64_t count = 0;
  for (size_t at = 0; at < player->query_count; at++) {
    Query *query = &player->queries[at];
    if (!query->is_open) continue;
    query->is_open = 0;
    const Json *answer = json_get(answers, query->call);
    if (!answer) answer = json_get(answers, query->name);
    CunningAnswer *out = &given[count++];
    out->id = query->id;
    out->kind = CUNNING_ANSWER_UNKNOWN;
    if (!answer || answer->kind == JSON_NULL) continue;
    if (answer->kind == JSON_NUMBER) {
      out->kind = CUNNING_ANSWER_NUMBER;
      out->number = answer->number;
    } else if (answer->kind == JSON_LIST) {
      out->kind = CUNNING_ANSWER_POSITION;
      out->position.x = json_at(answer, 0)->integer;
      out->position.y = json_at(answer, 1)->integer;
      out->position.z = json_at(answer, 2)->integer;
    } else {
      out->kind = CUNNING_ANSWER_TRUTH;
      out->yes = answer->kind == JSON_TRUE;
    }
  }
  const CunningStatus status = cunning_answer_many(player->minds, given, count);
  free(given);
  return status;
}

static CunningStatus order(Player *player, const char *name, const Json *agent, const Json *given) {
  CunningArg args[8];
  CunningOrder order;
  memset(&order, 0, sizeof order);
  order.struct_size = sizeof order;
  order.bias = 1;
  order.args = args;
  for (const Json *part = given->first; part; part = part->next) {
    if (!strcmp(part->key, "goal")) order.goal = cunning_str(text_of(part));
    else if (!strcmp(part->key, "bias")) order.bias = number_of(part);
    else if (!strcmp(part->key, "within_ms")) order.within_us = whole_of(part) * 1000;
    else if (!strcmp(part->key, "rigid")) order.flags = CUNNING_ORDER_RIGID;
    else if (!strcmp(part->key, "args")) {
      for (const Json *arg = part->first; arg && order.arg_count < 8; arg = arg->next) {
        args[order.arg_count].param = cunning_str(arg->key);
        args[order.arg_count++].value = value_of(arg);
      }
    } else json_fail("unknown key of an order");
  }
  uint64_t id = 0;
  const CunningStatus status = cunning_order(player->minds, agent_of(player, agent), &order, &id);
  if (!status) add_named(player->orders, &player->order_count, name, id);
  return status;
}

static CunningStatus restore(Player *player, const char *name, uint64_t at, const Json *ids) {
  const Slot *save = slot(player->saves, name, 0);
  uint64_t old_ids[16] = {0}, new_ids[16] = {0}, count = 0;
  for (const Json *pair = ids->first; pair && count < 16; pair = pair->next, count++) {
    old_ids[count] = whole_of(json_at(pair, 0));
    new_ids[count] = whole_of(json_at(pair, 1));
  }
  CunningDomain *domain = domain_at(player, at);
  CunningMinds *minds = NULL;
  CunningBuffer report = {NULL, 0};
  const CunningStatus status =
      cunning_minds_restore(domain, NULL, save->bytes.ptr, save->bytes.len, ids->kind == JSON_NULL ? NULL : old_ids,
                            new_ids, count, &minds, &report);
  if (status) {
    log_json_error(status, &report);
    cunning_domain_free(&domain);
  } else {
    cunning_minds_free(&player->minds);
    cunning_domain_free(&player->domain);
    player->minds = minds;
    player->domain = domain;
    for (size_t slot = 0; slot < 16; slot++) {
      cunning_snapshot_free(&player->snapshots[slot].snapshot);
      player->snapshots[slot].name[0] = 0;
    }
    char *text = json_alloc(report.len + 1);
    memcpy(text, report.ptr, report.len);
    Json *read = json_read(text);
    printf("restore lost [");
    for (const Json *lost = json_get(read, "lost")->first; lost; lost = lost->next) {
      printf("%" PRIu64 "%s", lost->whole, lost->next ? ", " : "");
    }
    printf("]\n");
    json_free(read);
    free(text);
  }
  cunning_buffer_free(&report);
  return CUNNING_OK;
}

static CunningStatus reload(Player *player, uint64_t at) {
  CunningDomain *domain = domain_at(player, at);
  CunningBuffer report = {NULL, 0};
  const CunningStatus status = cunning_reload(player->minds, domain, &report);
  if (status) {
    cunning_domain_free(&domain);
    return status;
  }
  char *text = json_alloc(report.len + 1);
  memcpy(text, report.ptr, report.len);
  Json *read = json_read(text);
  printf("reload kept %" PRIu64 " dropped %" PRIu64 "\n", whole_of(json_get(read, "plans_kept")),
         whole_of(json_get(read, "plans_dropped")));
  json_free(read);
  free(text);
  cunning_buffer_free(&report);
  cunning_domain_free(&player->domain);
  player->domain = domain;
  return CUNNING_OK;
}

static void plan(const Player *player, const Json *request) {
  CunningBuffer buffer = {NULL, 0};
  const CunningStr source = {request->source, request->source_len};
  const CunningStatus status = cunning_domain_plan(player->domain, source, &buffer);
  if (status == CUNNING_NO_PLAN) printf("plan none\n");
  else if (status) log_json_error(status, &buffer);
  else {
    char *text = json_alloc(buffer.len + 1);
    memcpy(text, buffer.ptr, buffer.len);
    Json *read = json_read(text);
    printf("plan %s\n", text_of(json_get(read, "text")));
    json_free(read);
    free(text);
  }
  cunning_buffer_free(&buffer);
}

/* Reads a buffer of JSON and frees it; the source is freed with the program. */
static Json *take_json(CunningBuffer *buffer, char **text) {
  *text = json_alloc(buffer->len + 1);
  memcpy(*text, buffer->ptr, buffer->len);
  cunning_buffer_free(buffer);
  return json_read(*text);
}

static CunningStatus inspect(const Player *player, const Json *agent) {
  CunningBuffer buffer = {NULL, 0};
  char *text = NULL;
  const CunningStatus status = cunning_inspect(player->minds, agent_of(player, agent), &buffer);
  if (status) return status;
  Json *seen = take_json(&buffer, &text);
  const Json *goal = json_get(seen, "goal");
  printf("inspect %s goal %s plan [", agent->text, goal->kind == JSON_NULL ? "none" : text_of(goal));
  for (const Json *step = json_get(seen, "plan")->first; step; step = step->next) {
    printf("%s%s", text_of(json_get(step, "text")), step->next ? ", " : "");
  }
  printf("] acting %s\n", json_get(seen, "is_acting")->kind == JSON_TRUE ? "true" : "false");
  json_free(seen);
  free(text);
  return CUNNING_OK;
}

static CunningStatus why(const Player *player, const Json *agent) {
  CunningBuffer buffer = {NULL, 0};
  char *text = NULL;
  const CunningStatus status = cunning_why(player->minds, agent_of(player, agent), &buffer);
  if (status) return status;
  Json *read = take_json(&buffer, &text);
  printf("why %s %s\n", agent->text, text_of(json_get(read, "kind")));
  json_free(read);
  free(text);
  return CUNNING_OK;
}

static CunningStatus ignored(const Player *player) {
  CunningBuffer buffer = {NULL, 0};
  char *text = NULL;
  const CunningStatus status = cunning_stats(player->minds, &buffer);
  if (status) return status;
  Json *read = take_json(&buffer, &text);
  printf("ignored reports %" PRIu64 " percepts %" PRIu64 "\n", whole_of(json_get(read, "reports_ignored")),
         whole_of(json_get(read, "percepts_ignored")));
  json_free(read);
  free(text);
  return CUNNING_OK;
}

static CunningStatus subordinates(const Player *player, const Json *agent) {
  uint64_t ids[2], count = 0;
  const uint64_t commander = agent_of(player, agent);
  CunningStatus status = cunning_subordinates(player->minds, commander, ids, 2, &count);
  if (status && status != CUNNING_SHORT_BUFFER) return status;
  uint64_t *all = json_alloc((count + 1) * sizeof *all);
  status = cunning_subordinates(player->minds, commander, all, count, &count);
  printf("subordinates %s [", agent->text);
  for (uint64_t at = 0; at < count; at++) {
    printf("%s%s", at ? ", " : "", agent_name(player, all[at]));
  }
  printf("]\n");
  free(all);
  return status;
}

static int is(const char *name, const char *known) { return !strcmp(name, known); }

/* Operations about attention, structure and the past. */
static CunningStatus perform_more(Player *player, const char *name, const Json *a, const Json *b, const Json *c) {
  CunningMinds *minds = player->minds;
  if (is(name, "order")) return order(player, text_of(a), b, c);
  if (is(name, "withdraw")) {
    return cunning_withdraw(minds, named(player->orders, player->order_count, text_of(a)));
  }
  if (is(name, "set_commander")) {
    return cunning_set_commander(minds, agent_of(player, a), maybe_agent(player, b));
  }
  if (is(name, "subordinates")) return subordinates(player, a);
  if (is(name, "hold")) return cunning_hold(minds, agent_of(player, a));
  if (is(name, "release")) return cunning_release(minds, agent_of(player, a));
  if (is(name, "sleep")) return cunning_sleep(minds, agent_of(player, a));
  if (is(name, "wake")) return cunning_wake(minds, agent_of(player, a));
  if (is(name, "quarantine")) return cunning_quarantine(minds, agent_of(player, a), cunning_str(text_of(b)));
  if (is(name, "set_importance")) return cunning_set_importance(minds, agent_of(player, a), number_of(b));
  if (is(name, "set_trait")) {
    return cunning_set_trait(minds, agent_of(player, a), cunning_str(text_of(b)), number_of(c));
  }
  if (is(name, "set_table")) {
    const Key key = key_of(b);
    return cunning_set_table(minds, maybe_agent(player, a), key.name, key.indices, key.index_count, number_of(c));
  }
  if (is(name, "poll_sensor")) return cunning_poll_sensor(minds, cunning_str(text_of(a)), whole_of(b) * 1000);
  if (is(name, "save")) {
    Slot *save = slot(player->saves, text_of(a), 1);
    cunning_buffer_free(&save->bytes);
    return cunning_save(minds, &save->bytes);
  }
  if (is(name, "restore")) return restore(player, text_of(a), whole_of(b), c);
  if (is(name, "snapshot")) return cunning_snapshot(minds, &slot(player->snapshots, text_of(a), 1)->snapshot);
  if (is(name, "rollback")) return cunning_rollback(minds, slot(player->snapshots, text_of(a), 0)->snapshot);
  if (is(name, "reload")) return reload(player, whole_of(a));
  if (is(name, "remember_hash")) return cunning_hash(minds, &slot(player->hashes, text_of(a), 1)->hash);
  if (is(name, "same_hash")) {
    uint64_t hash = 0;
    const CunningStatus status = cunning_hash(minds, &hash);
    const int is_same = hash == slot(player->hashes, text_of(a), 0)->hash;
    printf("same hash as %s: %s\n", a->text, is_same ? "true" : "false");
    return status;
  }
  if (is(name, "inspect")) return inspect(player, a);
  if (is(name, "why")) return why(player, a);
  if (is(name, "ignored")) return ignored(player);
  if (is(name, "plan")) {
    plan(player, a);
    return CUNNING_OK;
  }
  json_fail("unknown operation");
  return CUNNING_INTERNAL;
}

/* Operations of every tick. */
static CunningStatus perform(Player *player, const Json *step) {
  const char *name = text_of(step->first);
  const Json *a = json_at(step, 1), *b = json_at(step, 2), *c = json_at(step, 3), *d = json_at(step, 4);
  CunningMinds *minds = player->minds;
  CunningStatus status = CUNNING_OK;
  if (is(name, "spawn")) return spawn(player, text_of(a), text_of(b), c);
  if (is(name, "remove")) return cunning_remove(minds, agent_of(player, a));
  if (is(name, "set") && b->kind == JSON_TEXT) {
    return cunning_set(minds, agent_of(player, a), cunning_str(b->text), value_of(c));
  }
  if (is(name, "set") || is(name, "believe")) {
    const Key key = key_of(b);
    return cunning_believe(minds, agent_of(player, a), key.name, key.indices, key.index_count, value_of(c),
                           d ? number_of(d) : 1);
  }
  if (is(name, "set_many")) return set_many(player, a);
  if (is(name, "get")) return get(player, a, b);
  if (is(name, "bind")) {
    return cunning_bind(minds, cunning_str(text_of(a)), whole_of(b), cunning_str(text_of(c)));
  }
  if (is(name, "unbind")) return cunning_unbind(minds, whole_of(a));
  if (is(name, "report")) return report(player, a);
  if (is(name, "reply")) return reply(player);
  if (is(name, "answer")) {
    const uint64_t number = whole_of(a);
    if (number == 0 || number > player->check_count) json_fail("no such check");
    return cunning_answer(minds, player->checks[number - 1], b->kind == JSON_TRUE);
  }
  if (is(name, "answer_queries")) return answer_queries(player, a);
  const int is_tick = is(name, "tick"), is_think = is(name, "think");
  if (is_tick) status = cunning_tick(minds, whole_of(a) * 1000, whole_of(b));
  else if (is(name, "begin")) status = cunning_begin(minds, whole_of(a) * 1000, whole_of(b));
  else if (is(name, "ask")) status = cunning_ask(minds);
  else if (is_think) status = cunning_think(minds);
  else return perform_more(player, name, a, b, c);
  if (status) return status;
  poll_all(player);
  if (is_tick || is_think) log_hash(player);
  return CUNNING_OK;
}

int main(int count, char **args) {
  if (count != 2) json_fail("usage: player SCRIPT");
  if (cunning_abi_version() != CUNNING_ABI_VERSION) json_fail("the library has another version than the header");
  char *text = json_file(args[1]);
  Json *script = json_read(text);
  Player *player = json_alloc(sizeof *player);
  player->script = script;
  player->domain = domain_at(player, 0);
  if (cunning_minds_new(player->domain, NULL, &player->minds)) json_fail("cannot create minds");
  for (const Json *step = json_get(script, "steps")->first; step; step = step->next) {
    const CunningStatus status = perform(player, step);
    if (status) log_error(player, status);
  }
  for (size_t at = 0; at < 16; at++) {
    cunning_buffer_free(&player->saves[at].bytes);
    cunning_snapshot_free(&player->snapshots[at].snapshot);
  }
  cunning_minds_free(&player->minds);
  cunning_domain_free(&player->domain);
  free(player);
  json_free(script);
  free(text);
  return 0;
}
