#pragma once
#include <openssl/bn.h>
#include <openssl/cms.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pkcs7.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

/* SHA-256 on a plain struct: no allocation and no failure, and ten times faster on a short text
   than EVP, which looks the algorithm up each time. OpenSSL 3 marks the functions as deprecated
   and keeps them; inside a system header that is no warning. */
static inline void siwa_sha256_init(SHA256_CTX *context) { SHA256_Init(context); }
static inline void siwa_sha256_update(SHA256_CTX *context, const void *bytes, size_t count) {
  SHA256_Update(context, bytes, count);
}
static inline void siwa_sha256_final(SHA256_CTX *context, unsigned char *digest) {
  SHA256_Final(digest, context);
}
