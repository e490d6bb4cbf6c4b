#pragma once
#include <sqlite3.h>

/* SQLITE_STATIC and SQLITE_TRANSIENT are casts that Swift cannot import, and varargs neither. */

/// Binds bytes that the caller keeps alive until the statement is stepped or reset.
static inline int siwa_bind_text_static(sqlite3_stmt *s, int i, const void *p, int n) {
  return sqlite3_bind_text(s, i, (const char *)p, n, SQLITE_STATIC);
}
/// Binds bytes that SQLite copies.
static inline int siwa_bind_text_copy(sqlite3_stmt *s, int i, const void *p, int n) {
  return sqlite3_bind_text(s, i, (const char *)p, n, SQLITE_TRANSIENT);
}
static inline int siwa_bind_blob_copy(sqlite3_stmt *s, int i, const void *p, int n) {
  return sqlite3_bind_blob(s, i, p, n, SQLITE_TRANSIENT);
}
/// Switches off counters that nobody reads and that cost a lock an allocation; before the first use.
static inline int siwa_config_no_memory_status(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
static inline int siwa_db_config(sqlite3 *db, int option, int value) {
  return sqlite3_db_config(db, option, value, (int *)0);
}
