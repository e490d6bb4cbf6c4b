#pragma once
#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

/// The value of one column of one record.
struct siwa_feed_slot {
  /// The number, or where the text starts in the feed's `text`.
  int64_t word;
  /// Bytes of text; -1 where there is no value, -2 for a number.
  int32_t length;
};

/// The records that the next insert takes; all memory is the caller's, and read only while the
/// statement runs.
struct siwa_feed {
  /// Record `i` has its values from `slots[i * width]` on.
  const struct siwa_feed_slot *slots;
  size_t width;
  const char *text;
  /// For each slot, which of a record's `user_count` numbers in `users` stands for its text; below
  /// zero for a slot that is no user.
  const int64_t *user_indexes;
  const int64_t *users;
  size_t user_count;
  /// The line of each record.
  const int64_t *lines;
  /// Which records are taken, in this order; they get the rows from `first_row` on.
  const int64_t *records;
  size_t count;
  int64_t first_row;
  int64_t file;
};

/// Makes a read-only table of that name: row, file, line, then c0, c1, ... up to `width`.
///
/// The feed belongs to the connection and is empty at first. NULL where memory is short or SQLite
/// refuses.
struct siwa_feed *siwa_feed_create(sqlite3 *db, const char *name, size_t width);
