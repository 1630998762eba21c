/* This example shows a running game in the studio. It prints the command that opens the studio, and then the guard
 * rings the bell about once a second, for as many seconds as the argument says.
 *
 *   cc attached.c $(pkg-config --cflags --libs cunning) -o attached && ./attached 60
 */

#include <cunning.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

static const char DOMAIN[] =
    "types = { place = [\"gate\", \"yard\", \"bell\"] }\n"
    "facts = { at = \"place\", sees_thief = { type = \"bool\", sensed = true }, alarm = \"bool\" }\n"
    "action.go = { params = { to = \"place\" }, when = [\"at != to\"], then = [\"at = to\"] }\n"
    "action.ring = { when = [\"at == bell\"], then = [\"alarm\"] }\n"
    "goal.raise_alarm = { want = [\"alarm\"], relevance = [{ when = [\"sees_thief\"], score = 1 }] }\n"
    "agent.guard = { actions = [\"go\", \"ring\"], goals = { raise_alarm = 1 } }\n";

/* Prints the address for the studio, or why there is none. Leave this out of release builds of the game. */
static int attach(CunningMinds *minds) {
  CunningBuffer address = {NULL, 0};
  if (cunning_attach(minds, &address)) {
    CunningStr why;
    cunning_last_error(minds, &why);
    fprintf(stderr, "%.*s\n", (int)why.len, why.ptr);
    return 0;
  }
  printf("cunning studio --attach %.*s\n", (int)address.len, (const char *)address.ptr);
  fflush(stdout);
  cunning_buffer_free(&address);
  return 1;
}

int main(int argc, char **argv) {
  const int seconds = argc > 1 ? atoi(argv[1]) : 60;
  const CunningSource source = {cunning_str("guard.toml"), cunning_str(DOMAIN)};
  CunningDomain *domain = NULL;
  CunningMinds *minds = NULL;
  if (cunning_domain_parse(&source, 1, &domain, NULL) || cunning_minds_new(domain, NULL, &minds)) return 1;
  if (!attach(minds)) return 1;

  CunningSpawn options = {.struct_size = sizeof options, .name = cunning_str("Bo"), .commander = CUNNING_NO_AGENT_ID};
  uint64_t guard = 0;
  cunning_spawn(minds, cunning_str("guard"), &options, &guard);
  cunning_set(minds, guard, cunning_str("sees_thief"), cunning_bool(1));

  for (int frame = 0; frame < seconds * 60; frame++) {
    if (frame % 60 == 0) cunning_set(minds, guard, cunning_str("alarm"), cunning_bool(0));
    cunning_note_position(minds, guard, (float)(frame % 60) / 10, 0, 0, 0); /* where the studio draws the guard */
    cunning_tick(minds, 16000, 1000);
    CunningCommand commands[16];
    commands[0].struct_size = sizeof *commands;
    uint64_t count = 0;
    cunning_poll(minds, commands, 16, &count);
    for (uint64_t i = 0; i < count; i++) {
      if (commands[i].kind == CUNNING_COMMAND_START) cunning_report(minds, commands[i].id, CUNNING_REPORT_DONE);
    }
    thrd_sleep(&(struct timespec){.tv_nsec = 16000000}, NULL);
  }
  cunning_minds_free(&minds);
  cunning_domain_free(&domain);
  return 0;
}
