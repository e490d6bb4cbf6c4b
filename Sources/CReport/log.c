#include "internal.h"

#include <stdlib.h>
#include <string.h>

enum { message_limit = 100 };

struct creport_log {
  int count;
  int lines[message_limit];
  char *texts[message_limit];
};

creport_log *creport_log_new(void) { return calloc(1, sizeof(creport_log)); }

void creport_log_free(creport_log *log) {
  if (log == NULL) return;
  for (int i = 0; i < log->count; i++) free(log->texts[i]);
  free(log);
}

int creport_log_count(const creport_log *log) { return log == NULL ? 0 : log->count; }

int creport_log_line(const creport_log *log, int index) {
  return log == NULL || index < 0 || index >= log->count ? 0 : log->lines[index];
}

const char *creport_log_text(const creport_log *log, int index) {
  return log == NULL || index < 0 || index >= log->count ? "" : log->texts[index];
}

void creport_log_add(creport_log *log, int line, const char *text) {
  if (log == NULL || log->count == message_limit) return;
  size_t length = strlen(text);
  while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == ' ')) length--;
  if (length == 0) return;
  char *copy = malloc(length + 1);
  if (copy == NULL) return;
  memcpy(copy, text, length);
  copy[length] = 0;
  log->lines[log->count] = line;
  log->texts[log->count] = copy;
  log->count++;
}

void creport_log_error(void *log, xmlErrorPtr error) {
  if (error == NULL || error->message == NULL) return;
  if (error->level == XML_ERR_NONE || error->level == XML_ERR_WARNING) return;
  creport_log_add(log, error->line, error->message);
}
