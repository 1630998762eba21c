/* Calls the interface at random: valid and null pointers, live and stale ids, texts that are not UTF-8, constants that
 * do not exist, calls in any order. `abi CALLS SEED` prints how many calls succeeded; whatever is not a status is a bug
 * that the sanitizers or valgrind find.
 */

#include <cunning.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { POOL = 64, WORLDS = 3, AGENTS_MAX = 24, STATUSES = 64 };

static const char *const DOMAINS[] = {
    "types = { place = ['gate', 'bell'], foe = { open = true, max = 4 }, spot = { open = true, max = 4 } }\n"
    "facts = { at = 'place', alert = 'bool', alarm = 'bool', near = { type = 'bool', of = ['foe'] }, "
    "count = { type = 'int', min = 0, max = 9 }, target = 'foe?' }\n"
    "tables = { far = { of = ['place'], default = 2 } }\n"
    "query.q = { from = 'foe', where = ['near[c]', 'sees(self, c)'], score = '0 - dist(self, c)', take = 2 }\n"
    "action.go = { params = { to = 'place' }, when = ['at != to'], then = ['at = to'], cost = 'far[to]' }\n"
    "action.ring = { when = ['at == bell'], then = ['alarm'], check = 'free', timeout = '1 s' }\n"
    "action.hit = { params = { f = 'query.q' }, then = ['not near[f]'] }\n"
    "action.drill = { then = ['count += 1'], orders = [{ goal = 'ring' }] }\n"
    "goal.ring = { want = ['alarm'], relevance = [{ when = ['alert'], score = 1 }, { score = 0.1 }] }\n"
    "goal.fight = { params = { f = 'foe' }, want = ['not near[f]'], relevance = [{ when = ['near[f]'], score = 0.8 }, { score = 0 }] }\n"
    "goal.drill = { want = ['count > 3'], relevance = [{ score = 0.2 }] }\n"
    "agent.guard = { actions = ['go', 'ring', 'hit'], goals = { ring = 1, fight = 1 }, sensors = ['eyes'], traits = { bravery = [0.1, 0.9] } }\n"
    "agent.captain = { actions = ['drill'], goals = { drill = 1 } }\n",
    "types = { place = ['gate', 'bell', 'yard'] }\n"
    "facts = { at = 'place', alert = { type = 'int', min = 0, max = 2 }, alarm = 'bool' }\n"
    "action.go = { params = { to = 'place' }, when = ['at != to'], then = ['at = to'] }\n"
    "action.ring = { when = ['at == yard'], then = ['alarm'] }\n"
    "goal.ring = { want = ['alarm'] }\n"
    "agent.guard = { actions = ['go', 'ring'], goals = { ring = 1 }, sensors = ['eyes'] }\n",
};

static const char *const TEXTS[] = {
    "at", "alert", "alarm", "near", "count", "target", "far", "go", "ring", "hit", "drill", "fight", "guard", "captain",
    "eyes", "bravery", "place", "foe", "spot", "gate", "bell", "yard", "place.bell", "f", "to", "free", "sees_", "",
    "\xff\xfe", "\xc3", "{\"goal\": \"ring\"}", "{\"goal\": \"ring\", \"set\": [[\"alert\", true]], \"budget\": 50}",
    "{\"goal\"", "{\"goal\": \"fight\", \"objects\": [[\"foe\", \"a\"]], \"args\": {\"f\": \"a\"}}", "\xe2\x80\xae",
};

/* The ids of one kind that were seen, so that most of the ids that are passed were once real. */
typedef struct Pool {
  uint64_t ids[POOL];
  uint64_t count;
} Pool;

typedef struct World {
  CunningMinds *minds;
  CunningSnapshot *snapshot;
  CunningBuffer save;
} World;

static uint64_t state;
static Pool agents, steps, checks, queries, orders;
static CunningDomain *domains[2];
static uint64_t counts[STATUSES];

static uint64_t draw(uint64_t below) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (state >> 11) % below;
}

static int chance(uint64_t in) { return draw(in) == 0; }

static void add(Pool *pool, uint64_t id) { pool->ids[pool->count++ % POOL] = id; }

static uint64_t pick(const Pool *pool) {
  if (pool->count == 0 || chance(16)) return chance(2) ? draw(UINT64_MAX) : draw(4);
  return pool->ids[draw(pool->count < POOL ? pool->count : POOL)];
}

static CunningStr text(void) {
  CunningStr text = cunning_str(TEXTS[draw(sizeof TEXTS / sizeof *TEXTS)]);
  if (chance(64)) text.ptr = NULL;
  return text;
}

static double number(void) {
  switch (draw(8)) {
    case 0: return NAN;
    case 1: return INFINITY;
    case 2: return -1e300;
    case 3: return -0.5;
    default: return (double)draw(2000) / 1000;
  }
}

static CunningValue value(void) {
  CunningValue value = cunning_none();
  value.tag = (uint32_t)draw(8);
  switch (value.tag) {
    case CUNNING_VALUE_NAME:
      if (chance(2)) value.data.name = text();
      value.symbol = (uint32_t)draw(48);
      break;
    case CUNNING_VALUE_POINT:
      value = cunning_point((int64_t)draw(UINT64_MAX), (int64_t)draw(9000000), -5);
      break;
    default: value.data.integer = chance(8) ? (int64_t)draw(UINT64_MAX) : (int64_t)draw(10); break;
  }
  return value;
}

static CunningStatus poll(CunningMinds *minds) {
  CunningCommand commands[9];
  uint64_t count = 0;
  commands[0].struct_size = chance(32) ? (uint32_t)draw(200) & 0x50 : (uint32_t)sizeof *commands;
  if (commands[0].struct_size > sizeof *commands) commands[0].struct_size = 0;
  const CunningStatus status = cunning_poll(minds, chance(64) ? NULL : commands, draw(10), &count);
  for (uint64_t at = 0; !status && at < count; at++) {
    const CunningCommand *command = &commands[at];
    uint64_t sum = command->text.len;
    for (uint64_t byte = 0; byte < command->text.len; byte++) sum += (unsigned char)command->text.ptr[byte];
    for (uint64_t arg = 0; arg < command->arg_count; arg++) sum += command->args[arg].tag;
    if (sum == UINT64_MAX) abort();
    if (command->kind == CUNNING_COMMAND_START || command->kind == CUNNING_COMMAND_STOP) add(&steps, command->id);
    if (command->kind == CUNNING_COMMAND_ASK) add(&checks, command->id);
    if (command->kind == CUNNING_COMMAND_QUERY) add(&queries, command->id);
  }
  return status;
}

static CunningStatus beliefs(CunningMinds *minds) {
  CunningBelief beliefs[8];
  CunningValue indices[4];
  const uint64_t count = draw(9);
  for (int at = 0; at < 4; at++) indices[at] = value();
  for (uint64_t at = 0; at < count; at++) {
    beliefs[at].agent = pick(&agents);
    beliefs[at].fact = (uint32_t)draw(12);
    beliefs[at].index_count = (uint32_t)draw(3);
    beliefs[at].indices = chance(16) ? NULL : indices;
    beliefs[at].value = value();
    beliefs[at].confidence = chance(4) ? number() : 1;
  }
  uint64_t done = 0;
  return cunning_set_many(minds, chance(32) ? NULL : beliefs, count, chance(2) ? NULL : &done);
}

static CunningStatus answers(CunningMinds *minds) {
  CunningAnswer answers[4];
  const uint64_t count = draw(5);
  for (uint64_t at = 0; at < count; at++) {
    answers[at].id = chance(2) ? pick(&queries) : pick(&checks);
    answers[at].kind = (uint32_t)draw(6);
    answers[at].yes = (uint32_t)draw(3);
    answers[at].number = number();
    answers[at].position.x = answers[at].position.y = answers[at].position.z = (int64_t)draw(9000000);
  }
  return cunning_answer_many(minds, answers, count);
}

static CunningStatus reports(CunningMinds *minds) {
  CunningReport reports[6];
  const uint64_t count = draw(7);
  for (uint64_t at = 0; at < count; at++) {
    reports[at].step = pick(&steps);
    reports[at].outcome = chance(64) ? (uint32_t)draw(9) : (uint32_t)draw(4);
    reports[at].reserved = 0;
  }
  return cunning_report_many(minds, chance(64) ? NULL : reports, count);
}

static CunningStatus spawn(CunningMinds *minds) {
  CunningTrait traits[1] = {{cunning_str("bravery"), number()}};
  CunningSpawn spawn = {sizeof spawn, chance(64), text(), draw(9), CUNNING_NO_AGENT_ID, traits, draw(2)};
  uint64_t agent = 0, count = 0;
  cunning_agents(minds, NULL, 0, &count);
  if (count >= AGENTS_MAX) return cunning_remove(minds, pick(&agents));
  if (chance(2)) spawn.commander = pick(&agents);
  if (chance(64)) spawn.struct_size = (uint32_t)draw(sizeof spawn);
  const char *archetype = chance(4) ? "captain" : "guard";
  const CunningStatus status =
      cunning_spawn(minds, chance(8) ? text() : cunning_str(archetype), chance(2) ? NULL : &spawn, &agent);
  if (!status) add(&agents, agent);
  return status;
}

static CunningStatus order(CunningMinds *minds) {
  CunningArg args[1] = {{cunning_str("f"), value()}};
  CunningOrder order = {sizeof order, (uint32_t)draw(3), text(), args, draw(2), number(), draw(3) * 500000};
  if (chance(2)) order.goal = cunning_str(chance(2) ? "ring" : "fight");
  uint64_t id = 0;
  const CunningStatus status =
      cunning_order(minds, pick(&agents), chance(64) ? NULL : &order, chance(64) ? NULL : &id);
  if (!status) add(&orders, id);
  return status;
}

static CunningStatus look(CunningMinds *minds) {
  CunningBuffer buffer = {NULL, 0};
  CunningStr name = {NULL, 0};
  CunningStatus status = CUNNING_OK;
  uint64_t hash = 0, ids[4];
  uint32_t kind = 0;
  CunningValue found;
  double confidence = 0;
  const CunningValue indices[2] = {value(), value()};
  switch (draw(12)) {
    case 0: status = cunning_inspect(minds, pick(&agents), chance(64) ? NULL : &buffer); break;
    case 1: status = chance(8) ? cunning_why(minds, pick(&agents), &buffer) : CUNNING_OK; break;
    case 2: status = cunning_stats(minds, &buffer); break;
    case 3: status = cunning_symbol(minds, (uint32_t)draw(14), text(), &kind); break;
    case 4: status = cunning_symbol_name(minds, (uint32_t)draw(60), &name, &kind, NULL); break;
    case 5: status = cunning_hash(minds, chance(64) ? NULL : &hash); break;
    case 6: status = cunning_agents(minds, ids, draw(5), &hash); break;
    case 7: status = cunning_subordinates(minds, pick(&agents), ids, draw(5), &hash); break;
    case 8: status = cunning_commander(minds, pick(&agents), &hash); break;
    case 9: status = cunning_last_error(minds, &name); break;
    case 10:
      status = cunning_domain_plan(chance(32) ? NULL : domains[draw(2)], text(), chance(64) ? NULL : &buffer);
      break;
    default:
      status = cunning_get(minds, pick(&agents), (uint32_t)draw(12), indices, draw(3), &found,
                           chance(2) ? NULL : &confidence);
      break;
  }
  cunning_buffer_free(&buffer);
  return status;
}

/* What happens rarely: saves, rollback, reloads, recordings, and the end of minds. */
static CunningStatus rare(World *world) {
  CunningBuffer buffer = {NULL, 0};
  CunningMinds *restored = NULL;
  CunningStatus status = CUNNING_OK;
  const uint64_t old_ids[2] = {1, 2}, new_ids[2] = {2, draw(4)};
  switch (draw(10)) {
    case 0:
      cunning_buffer_free(&world->save);
      status = cunning_save(world->minds, &world->save);
      break;
    case 1:
      if (world->save.len && chance(4)) world->save.ptr[draw(world->save.len)] ^= (uint8_t)(1 + draw(255));
      status = cunning_minds_restore(domains[draw(2)], NULL, world->save.ptr, world->save.len,
                                     chance(2) ? NULL : old_ids, new_ids, 2, &restored, chance(2) ? NULL : &buffer);
      if (!status) {
        cunning_minds_free(&world->minds);
        world->minds = restored;
      }
      break;
    case 2:
    case 3: status = cunning_snapshot(world->minds, chance(64) ? NULL : &world->snapshot); break;
    case 4:
    case 5: status = cunning_rollback(world->minds, chance(64) ? NULL : world->snapshot); break;
    case 6: status = cunning_reload(world->minds, domains[draw(2)], chance(2) ? NULL : &buffer); break;
    case 7: status = cunning_record_start(world->minds); break;
    case 8:
      status = chance(2) ? cunning_record_drain(world->minds, &buffer) : cunning_record_end(world->minds, &buffer);
      break;
    default:
      if (chance(8)) {
        cunning_minds_free(&world->minds);
        status = cunning_minds_new(chance(16) ? NULL : domains[draw(2)], NULL, &world->minds);
      }
      break;
  }
  cunning_buffer_free(&buffer);
  return status;
}

static CunningStatus call(World *world) {
  CunningMinds *minds = chance(256) ? NULL : world->minds;
  switch (draw(32)) {
    case 0: case 1: case 2: return cunning_tick(minds, draw(500000), draw(400));
    case 3: return cunning_begin(minds, draw(500000), draw(400));
    case 4: return cunning_ask(minds);
    case 5: return cunning_think(minds);
    case 6: case 7: case 8: return poll(minds);
    case 9: case 10: return beliefs(minds);
    case 11: return answers(minds);
    case 12: case 13: return reports(minds);
    case 14: return cunning_report(minds, pick(&steps), (uint32_t)draw(5));
    case 15: return spawn(minds);
    case 16: return order(minds);
    case 17: return cunning_withdraw(minds, pick(&orders));
    case 18: return cunning_bind(minds, chance(2) ? cunning_str("foe") : text(), draw(6), text());
    case 19: return cunning_unbind(minds, draw(6));
    case 20: return cunning_set(minds, pick(&agents), text(), value());
    case 21: return chance(8) ? cunning_remove(minds, pick(&agents)) : cunning_answer(minds, pick(&checks), 1);
    case 22: return cunning_set_commander(minds, pick(&agents), pick(&agents));
    case 23: return chance(2) ? cunning_hold(minds, pick(&agents)) : cunning_release(minds, pick(&agents));
    case 24: return chance(2) ? cunning_sleep(minds, pick(&agents)) : cunning_wake(minds, pick(&agents));
    case 25: return cunning_set_importance(minds, pick(&agents), number());
    case 26: return chance(16) ? cunning_quarantine(minds, pick(&agents), text()) : CUNNING_OK;
    case 27: return cunning_poll_sensor(minds, text(), draw(400000));
    case 28: {
      const CunningValue index = value();
      return chance(2) ? cunning_set_trait(minds, pick(&agents), text(), number())
                       : cunning_set_table(minds, pick(&agents), text(), &index, draw(2), number());
    }
    case 29: return cunning_note_position(minds, pick(&agents), (float)number(), 0, 0, 0);
    case 30: return rare(world);
    default: return look(minds);
  }
}

int main(int count, char **args) {
  const uint64_t calls = count > 1 ? strtoull(args[1], NULL, 10) : 20000;
  state = count > 2 ? strtoull(args[2], NULL, 10) : 1;
  state = state * 0x9E3779B97F4A7C15u + 1;
  for (int at = 0; at < 2; at++) {
    const CunningSource source = {cunning_str("fuzz.toml"), cunning_str(DOMAINS[at])};
    CunningBuffer error = {NULL, 0};
    if (cunning_domain_parse(&source, 1, &domains[at], &error)) {
      fprintf(stderr, "%.*s\n", (int)error.len, (const char *)error.ptr);
      return 2;
    }
  }
  World worlds[WORLDS];
  memset(worlds, 0, sizeof worlds);
  for (int at = 0; at < WORLDS; at++) cunning_minds_new(domains[0], NULL, &worlds[at].minds);
  for (uint64_t at = 0; at < calls; at++) {
    const CunningStatus status = call(&worlds[draw(WORLDS)]);
    if (status >= STATUSES) return 3;
    counts[status]++;
  }
  for (int at = 0; at < WORLDS; at++) {
    cunning_buffer_free(&worlds[at].save);
    cunning_snapshot_free(&worlds[at].snapshot);
    cunning_minds_free(&worlds[at].minds);
  }
  for (int at = 0; at < 2; at++) cunning_domain_free(&domains[at]);
  for (uint32_t status = 0; status < STATUSES; status++) {
    const CunningStr code = cunning_status_text(status);
    if (counts[status]) printf("%10" PRIu64 " %.*s\n", counts[status], (int)code.len, code.ptr);
  }
  /* No error of the library, and most calls did something. */
  return counts[CUNNING_INTERNAL] == 0 && counts[CUNNING_OK] * 3 > calls ? 0 : 1;
}
