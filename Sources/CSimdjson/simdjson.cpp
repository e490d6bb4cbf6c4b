#include "CSimdjson.h"

#include <simdjson.h>

bool siwa_utf8_is_valid(const void *bytes, size_t byte_count) {
  return simdjson::validate_utf8(static_cast<const char *>(bytes), byte_count);
}

bool siwa_json_is_valid(const void *bytes, size_t byte_count) {
  try {
    simdjson::dom::parser parser;
    simdjson::padded_string text(static_cast<const char *>(bytes), byte_count);
    return parser.parse(text).error() == simdjson::SUCCESS;
  } catch (...) {
    return false;
  }
}
