/* A small reader of JSON for the players in C and C++. Scripts are the project's own files: a mistake ends the program. */

#ifndef CUNNING_PLAYER_JSON_H
#define CUNNING_PLAYER_JSON_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum JsonKind { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_MAP };

typedef struct Json {
  enum JsonKind kind;
  /* The source of the value, as written. */
  const char *source;
  size_t source_len;
  /* The key of a value in a map. */
  char *key;
  /* A text, terminated by a zero; empty for other kinds. */
  char *text;
  double number;
  /* A whole number; values beyond INT64_MAX are in `whole` only. */
  int64_t integer;
  uint64_t whole;
  int is_whole;
  struct Json *first;
  struct Json *next;
} Json;

static inline void json_fail(const char *what) {
  fprintf(stderr, "error: %s\n", what);
  exit(2);
}

static inline void *json_alloc(size_t size) {
  void *memory = calloc(1, size);
  if (!memory) json_fail("out of memory");
  return memory;
}

static inline const char *json_space(const char *at) {
  while (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t') at++;
  return at;
}

/* Reads a text after its opening quote. */
static inline const char *json_text(const char *at, char **out) {
  char *text = (char *)json_alloc(strlen(at) + 1 < 65536 ? strlen(at) + 1 : 65536);
  size_t len = 0;
  for (; *at && *at != '"'; at++) {
    if (len >= 65500) json_fail("a text is too long");
    if (*at != '\\') {
      text[len++] = *at;
      continue;
    }
    at++;
    switch (*at) {
      case 'n': text[len++] = '\n'; break;
      case 't': text[len++] = '\t'; break;
      case '"': case '\\': case '/': text[len++] = *at; break;
      default: json_fail("unsupported escape in a text");
    }
  }
  if (*at != '"') json_fail("a text has no end");
  *out = (char *)realloc(text, len + 1);
  (*out)[len] = 0;
  return at + 1;
}

static inline const char *json_value(const char *at, Json *out) {
  at = json_space(at);
  out->source = at;
  out->text = NULL;
  if (*at == '"') {
    out->kind = JSON_TEXT;
    at = json_text(at + 1, &out->text);
  } else if (*at == '[' || *at == '{') {
    const char close = *at == '[' ? ']' : '}';
    Json **last = &out->first;
    out->kind = *at == '[' ? JSON_LIST : JSON_MAP;
    at = json_space(at + 1);
    while (*at != close) {
      Json *child = (Json *)json_alloc(sizeof *child);
      if (out->kind == JSON_MAP) {
        if (*at != '"') json_fail("a key is missing");
        at = json_space(json_text(at + 1, &child->key));
        if (*at++ != ':') json_fail("a colon is missing");
      }
      at = json_space(json_value(at, child));
      *last = child;
      last = &child->next;
      if (*at == ',') at = json_space(at + 1);
      else if (*at != close) json_fail("a comma is missing");
    }
    at++;
  } else if (!strncmp(at, "true", 4)) {
    out->kind = JSON_TRUE;
    at += 4;
  } else if (!strncmp(at, "false", 5)) {
    out->kind = JSON_FALSE;
    at += 5;
  } else if (!strncmp(at, "null", 4)) {
    out->kind = JSON_NULL;
    at += 4;
  } else {
    char *end = NULL;
    out->kind = JSON_NUMBER;
    out->number = strtod(at, &end);
    if (end == at) json_fail("a value is missing");
    out->is_whole = strcspn(at, ".eE") >= (size_t)(end - at);
    out->integer = (int64_t)strtoll(at, NULL, 10);
    out->whole = *at == '-' ? 0 : (uint64_t)strtoull(at, NULL, 10);
    at = end;
  }
  out->source_len = (size_t)(at - out->source);
  return at;
}

/* Reads a value. The text must live as long as the value. */
static inline Json *json_read(const char *text) {
  Json *value = (Json *)json_alloc(sizeof *value);
  if (*json_space(json_value(text, value))) json_fail("text after the end");
  return value;
}

static inline void json_free_parts(Json *value) {
  Json *child = value->first;
  while (child) {
    Json *next = child->next;
    json_free_parts(child);
    free(child);
    child = next;
  }
  free(value->key);
  free(value->text);
}

static inline void json_free(Json *value) {
  json_free_parts(value);
  free(value);
}

/* Returns the value of a key, or null. */
static inline const Json *json_get(const Json *map, const char *key) {
  const Json *child = map->kind == JSON_MAP ? map->first : NULL;
  while (child && strcmp(child->key, key)) child = child->next;
  return child;
}

/* Returns an element of a list, or null. */
static inline const Json *json_at(const Json *list, size_t at) {
  const Json *child = list->first;
  while (child && at--) child = child->next;
  return child;
}

static inline size_t json_count(const Json *list) {
  size_t count = 0;
  for (const Json *child = list->first; child; child = child->next) count++;
  return count;
}

/* Reads a whole file into memory that the caller frees. */
static inline char *json_file(const char *path) {
  FILE *file = fopen(path, "rb");
  size_t capacity = 1 << 20;
  char *text = (char *)json_alloc(capacity);
  if (!file) json_fail("cannot open the script");
  const size_t len = fread(text, 1, capacity - 1, file);
  if (len == capacity - 1) json_fail("the script is too long");
  fclose(file);
  text[len] = 0;
  return text;
}

#endif
