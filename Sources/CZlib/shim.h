#pragma once
#include <zlib.h>

/* inflateInit2 is a macro that Swift cannot import. 15 + 16: gzip with the largest window. */
static inline int siwa_inflate_init_gzip(z_stream *s) { return inflateInit2(s, 15 + 16); }
