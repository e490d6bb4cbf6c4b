/*
 * libxml2 and libxslt behind an opaque door: their own headers clash with Foundation in debug
 * builds, and everything that must be locked before they may be used is locked here once.
 *
 * Documents come in as chunks of bytes that the caller has read; no function here opens a file
 * but those of the templates folder while a stylesheet is compiled. Not for documents of
 * strangers: a document with a DOCTYPE is refused whole.
 */
#ifndef CREPORT_H
#define CREPORT_H

#include <stddef.h>

/* What went wrong, in order, with lines; at most 100 messages are kept. */
typedef struct creport_log creport_log;
creport_log *creport_log_new(void);
void creport_log_free(creport_log *log);
int creport_log_count(const creport_log *log);
/* The line in the document, 0 where there is none. */
int creport_log_line(const creport_log *log, int index);
const char *creport_log_text(const creport_log *log, int index);

/* One document checked against a schema while it streams by; memory does not grow with it. */
typedef struct creport_check creport_check;
/* NULL where the schema can't be used; the log says why. */
creport_check *creport_check_new(const char *schema, size_t byte_count, creport_log *log);
/* 0 to go on, -1 where the rest need not be read. */
int creport_check_push(creport_check *check, const char *bytes, int byte_count);
/* 1 where the document is whole and valid. */
int creport_check_finish(creport_check *check);
void creport_check_free(creport_check *check);

/*
 * What a report tree may hold. `findings_per_rule` is asked once, before the first finding, with
 * how many findings each rule says it has. Each finding keeps its first `records_per_finding`
 * records of evidence; `further_records` are shared by all findings in their order.
 */
typedef struct creport_limits {
  int (*findings_per_rule)(const long *counts, int rule_count);
  int records_per_finding;
  long further_records;
} creport_limits;

/*
 * A report tree within limits, with `shown` set on each rule and characters that the eye can't see
 * or tell apart spelled out as `\u{...}`.
 */
typedef struct creport_tree creport_tree;
creport_tree *creport_tree_new(creport_limits limits, creport_log *log);
int creport_tree_push(creport_tree *tree, const char *bytes, int byte_count);
/* 1 where the document is whole. */
int creport_tree_finish(creport_tree *tree);
/* How many findings the tree holds. */
long creport_tree_finding_count(const creport_tree *tree);
void creport_tree_free(creport_tree *tree);

/*
 * Runs a stylesheet of the folder over a finished tree. `parameters` are name, value, ..., NULL;
 * values are plain text. The result is freed with `creport_free`.
 *
 * While the stylesheet is compiled, only plain files of the folder can be read; while it runs,
 * nothing can be read, written or fetched. 1 where nothing at all was refused or failed.
 */
int creport_transform(
    creport_tree *tree, int folder, const char *stylesheet, const char *const *parameters,
    creport_log *log, char **result, size_t *byte_count);
void creport_free(void *bytes);

#endif
