/* This example shows a guard who rings a bell: percepts go in, commands come out.
 *
 *   cc bell.c $(pkg-config --cflags --libs cunning) -o bell && ./bell
 */

#include <cunning.h>
#include <stdio.h>

static const char DOMAIN[] =
    "types = { place = [\"gate\", \"yard\", \"bell\"] }\n"
    "facts = { at = \"place\", sees_thief = { type = \"bool\", sensed = true }, alarm = \"bool\" }\n"
    "action.go = { params = { to = \"place\" }, when = [\"at != to\"], then = [\"at = to\"] }\n"
    "action.ring = { when = [\"at == bell\"], then = [\"alarm\"] }\n"
    "goal.raise_alarm = { want = [\"alarm\"], relevance = [{ when = [\"sees_thief\"], score = 1 }] }\n"
    "agent.guard = { actions = [\"go\", \"ring\"], goals = { raise_alarm = 1 } }\n";

/* Prints the last error and returns 1. */
static int fail(CunningMinds *minds, CunningStatus status) {
  CunningStr code = cunning_status_text(status), text = {NULL, 0};
  cunning_last_error(minds, &text);
  fprintf(stderr, "%.*s: %.*s\n", (int)code.len, code.ptr, (int)text.len, text.ptr);
  return 1;
}

int main(void) {
  const CunningSource source = {cunning_str("guard.toml"), cunning_str(DOMAIN)};
  CunningDomain *domain = NULL;
  CunningBuffer error = {NULL, 0};
  if (cunning_domain_parse(&source, 1, &domain, &error)) {
    fprintf(stderr, "%.*s\n", (int)error.len, (const char *)error.ptr);
    cunning_buffer_free(&error);
    return 1;
  }

  CunningMinds *minds = NULL;
  if (cunning_minds_new(domain, NULL, &minds)) return 1;
  uint64_t guard = 0;
  CunningStatus status = cunning_spawn(minds, cunning_str("guard"), NULL, &guard);
  /* A typo would be CUNNING_UNKNOWN_NAME, and the error text would suggest the right name. */
  if (!status) status = cunning_set(minds, guard, cunning_str("sees_thief"), cunning_bool(1));

  for (int frame = 1; frame <= 4 && !status; frame++) {
    status = cunning_tick(minds, 16000, 1000); /* 16 ms; 1000 units of work */
    CunningCommand commands[16];
    commands[0].struct_size = sizeof *commands;
    uint64_t count = 0;
    if (!status) status = cunning_poll(minds, commands, 16, &count);
    for (uint64_t at = 0; at < count && !status; at++) {
      const CunningCommand *command = &commands[at];
      if (command->kind != CUNNING_COMMAND_START) continue;
      printf("frame %d: %.*s", frame, (int)command->text.len, command->text.ptr);
      for (uint64_t arg = 0; arg < command->arg_count; arg++) {
        const CunningStr name = command->args[arg].data.name; /* `to` is an object of the domain */
        printf(" %.*s", (int)name.len, name.ptr);
      }
      printf("\n");
      /* A game reports this when the animation has ended. */
      status = cunning_report(minds, command->id, CUNNING_REPORT_DONE);
    }
  }

  const int exit_code = status ? fail(minds, status) : 0;
  cunning_minds_free(&minds);
  cunning_domain_free(&domain);
  return exit_code;
}
