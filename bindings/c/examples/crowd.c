/* This example shows a crowd with batch calls: 10,000 agents, three beliefs, one report and one command each per tick.
 *
 * It prints the milliseconds of processor time per tick. `crowd.rs` does the same in Rust, and `cargo xtask bindings
 * --overhead` compares the two.
 *
 *   cc -O2 crowd.c $(pkg-config --cflags --libs cunning) -o crowd && ./crowd crowd.toml
 */

#define _POSIX_C_SOURCE 199309L

#include <cunning.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { AGENTS = 10000, WARM = 5, TICKS = 30, BATCH = 256, TEXT_MAX = 4096 };

static double processor_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void check(CunningMinds *minds, CunningStatus status) {
  CunningStr text = {NULL, 0};
  if (!status) return;
  cunning_last_error(minds, &text);
  fprintf(stderr, "error %u: %.*s\n", (unsigned)status, (int)text.len, text.ptr);
  exit(1);
}

int main(int count, char **args) {
  char text[TEXT_MAX] = "";
  FILE *file = count > 1 ? fopen(args[1], "rb") : NULL;
  if (!file || !fread(text, 1, sizeof text - 1, file)) {
    fprintf(stderr, "usage: crowd DOMAIN\n");
    return 2;
  }
  fclose(file);

  const CunningSource source = {cunning_str("crowd.toml"), cunning_str(text)};
  CunningDomain *domain = NULL;
  CunningMinds *minds = NULL;
  if (cunning_domain_parse(&source, 1, &domain, NULL)) return 1;
  if (cunning_minds_new(domain, NULL, &minds)) return 1;

  uint32_t lit = 0, oil = 0, windy = 0;
  check(minds, cunning_symbol(minds, CUNNING_NAME_FACT, cunning_str("lit"), &lit));
  check(minds, cunning_symbol(minds, CUNNING_NAME_FACT, cunning_str("oil"), &oil));
  check(minds, cunning_symbol(minds, CUNNING_NAME_FACT, cunning_str("windy"), &windy));

  /* Filled once; only the values change. */
  CunningBelief *beliefs = calloc(3 * AGENTS, sizeof *beliefs);
  CunningReport *reports = calloc(AGENTS, sizeof *reports);
  if (!beliefs || !reports) return 1;
  for (int at = 0; at < AGENTS; at++) {
    const uint32_t facts[3] = {lit, oil, windy};
    uint64_t agent = 0;
    check(minds, cunning_spawn(minds, cunning_str("keeper"), NULL, &agent));
    for (int fact = 0; fact < 3; fact++) {
      CunningBelief *belief = &beliefs[3 * at + fact];
      belief->agent = agent;
      belief->fact = facts[fact];
      belief->confidence = 1;
      belief->value = fact == 1 ? cunning_int(1) : cunning_bool(0);
    }
  }

  double begun = 0;
  uint64_t started = 0;
  for (int tick = 0; tick < WARM + TICKS; tick++) {
    if (tick == WARM) {
      begun = processor_ms();
      started = 0;
    }
    for (int at = 0; at < AGENTS; at++) {
      beliefs[3 * at + 1].value.data.integer = 1 + (tick + at) % 4;
      beliefs[3 * at + 2].value.data.integer = (tick + at) % 8 == 0;
    }
    check(minds, cunning_set_many(minds, beliefs, 3 * AGENTS, NULL));
    check(minds, cunning_tick(minds, 16000, 10000000));
    CunningCommand commands[BATCH];
    uint64_t polled = BATCH, reported = 0;
    while (polled == BATCH) {
      commands[0].struct_size = sizeof *commands;
      check(minds, cunning_poll(minds, commands, BATCH, &polled));
      for (uint64_t at = 0; at < polled; at++) {
        if (commands[at].kind != CUNNING_COMMAND_START) continue;
        reports[reported].step = commands[at].id;
        reports[reported++].outcome = CUNNING_REPORT_DONE;
      }
    }
    check(minds, cunning_report_many(minds, reports, reported));
    started += reported;
  }
  const double spent = processor_ms() - begun;
  uint64_t hash = 0;
  check(minds, cunning_hash(minds, &hash));
  printf("%.4f ms per tick, %.2f commands per agent and tick, hash %016llx\n", spent / TICKS,
         (double)started / TICKS / AGENTS, (unsigned long long)hash);

  free(beliefs);
  free(reports);
  cunning_minds_free(&minds);
  cunning_domain_free(&domain);
  return 0;
}
