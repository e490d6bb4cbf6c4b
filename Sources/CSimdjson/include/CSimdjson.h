#pragma once
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Whether the bytes are valid UTF-8 (no overlong forms, no surrogates).
bool siwa_utf8_is_valid(const void *bytes, size_t byte_count);

/// Whether the bytes are one valid JSON document. Copies them; for differential tests.
bool siwa_json_is_valid(const void *bytes, size_t byte_count);

#ifdef __cplusplus
}
#endif
