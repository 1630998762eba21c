/* This example shows rollback and saved games: the same input leads to the same hash.
 *
 *   cc rollback.c $(pkg-config --cflags --libs cunning) -o rollback && ./rollback
 */

#include <cunning.h>
#include <inttypes.h>
#include <stdio.h>

static const char DOMAIN[] =
    "facts = { wood = { type = \"int\", min = 0, max = 99 }, fire = \"bool\" }\n"
    "action.chop = { then = [\"wood += 1\"] }\n"
    "action.light = { when = [\"wood >= 3\"], then = [\"fire\", \"wood -= 3\"] }\n"
    "goal.keep_warm = { want = [\"fire\"] }\n"
    "agent.woodcutter = { actions = [\"chop\", \"light\"], goals = { keep_warm = 1 } }\n";

/* Runs a tick in which every step is done at once, and returns the hash after it. */
static uint64_t tick(CunningMinds *minds) {
  CunningCommand commands[8];
  commands[0].struct_size = sizeof *commands;
  uint64_t count = 0, hash = 0;
  cunning_tick(minds, 100000, 1000);
  cunning_poll(minds, commands, 8, &count);
  for (uint64_t at = 0; at < count; at++) {
    if (commands[at].kind == CUNNING_COMMAND_START) {
      cunning_report(minds, commands[at].id, CUNNING_REPORT_DONE);
    }
  }
  cunning_hash(minds, &hash);
  return hash;
}

int main(void) {
  const CunningSource source = {cunning_str("wood.toml"), cunning_str(DOMAIN)};
  CunningDomain *domain = NULL;
  CunningMinds *minds = NULL;
  uint64_t agent = 0;
  if (cunning_domain_parse(&source, 1, &domain, NULL)) return 1;
  if (cunning_minds_new(domain, NULL, &minds)) return 1;
  if (cunning_spawn(minds, cunning_str("woodcutter"), NULL, &agent)) return 1;
  tick(minds);

  /* Late input for the last frame: roll back, and run the frame again. */
  CunningSnapshot *snapshot = NULL;
  if (cunning_snapshot(minds, &snapshot)) return 1;
  const uint64_t first = tick(minds);
  if (cunning_rollback(minds, snapshot)) return 1;
  const uint64_t again = tick(minds);
  printf("rollback: %s\n", first == again ? "same" : "different");

  /* A saved game continues exactly, here with the objects of the game under their old ids. */
  CunningBuffer save = {NULL, 0};
  CunningMinds *restored = NULL;
  if (cunning_save(minds, &save)) return 1;
  if (cunning_minds_restore(domain, NULL, save.ptr, save.len, NULL, NULL, 0, &restored, NULL)) return 1;
  uint64_t before = 0, after = 0;
  cunning_hash(minds, &before);
  cunning_hash(restored, &after);
  printf("save: %s\n", before == after ? "same" : "different");

  cunning_buffer_free(&save);
  cunning_snapshot_free(&snapshot);
  cunning_minds_free(&restored);
  cunning_minds_free(&minds);
  cunning_domain_free(&domain);
  return first == again && before == after ? 0 : 1;
}
