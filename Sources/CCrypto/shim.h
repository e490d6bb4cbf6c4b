#pragma once
#include <openssl/bn.h>
#include <openssl/cms.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/pkcs7.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
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

/* The macros of OpenSSL's stacks and parameter names can't be imported. */

/* A public key of RSA by its numbers, big-endian; NULL if they are none. */
static inline EVP_PKEY *siwa_rsa_key(
    const unsigned char *n, int n_count, const unsigned char *e, int e_count) {
  EVP_PKEY *key = NULL;
  BIGNUM *modulus = BN_bin2bn(n, n_count, NULL);
  BIGNUM *exponent = BN_bin2bn(e, e_count, NULL);
  OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "RSA", NULL);
  if (modulus && exponent && builder && context
      && OSSL_PARAM_BLD_push_BN(builder, "n", modulus) == 1
      && OSSL_PARAM_BLD_push_BN(builder, "e", exponent) == 1) {
    OSSL_PARAM *parameters = OSSL_PARAM_BLD_to_param(builder);
    if (parameters && EVP_PKEY_fromdata_init(context) == 1
        && EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters) != 1) {
      EVP_PKEY_free(key);
      key = NULL;
    }
    OSSL_PARAM_free(parameters);
  }
  EVP_PKEY_CTX_free(context);
  OSSL_PARAM_BLD_free(builder);
  BN_free(exponent);
  BN_free(modulus);
  return key;
}

/* X509_V_OK if the three are one chain whose end is trusted, at whatever time; else the error. */
static inline int siwa_chain_error(X509 *leaf, X509 *intermediate, X509 *root) {
  int error = X509_V_ERR_UNSPECIFIED;
  X509 *given[3] = {leaf, intermediate, root};
  X509_STORE *store = X509_STORE_new();
  X509_STORE_CTX *context = X509_STORE_CTX_new();
  STACK_OF(X509) *others = sk_X509_new_null();
  if (store && context && others && X509_STORE_add_cert(store, root) == 1
      && sk_X509_push(others, intermediate) > 0
      && X509_STORE_CTX_init(context, store, leaf, others) == 1) {
    X509_STORE_CTX_set_flags(context, X509_V_FLAG_PARTIAL_CHAIN | X509_V_FLAG_NO_CHECK_TIME);
    X509_VERIFY_PARAM_set_auth_level(X509_STORE_CTX_get0_param(context), 1);
    if (X509_verify_cert(context) == 1) {
      STACK_OF(X509) *chain = X509_STORE_CTX_get0_chain(context);
      error = sk_X509_num(chain) == 3 ? X509_V_OK : X509_V_ERR_CERT_CHAIN_TOO_LONG;
      for (int i = 0; i < 3 && error == X509_V_OK; i++) {
        if (X509_cmp(sk_X509_value(chain, i), given[i]) != 0) error = X509_V_ERR_UNSPECIFIED;
      }
    } else if (X509_STORE_CTX_get_error(context) != X509_V_OK) {
      error = X509_STORE_CTX_get_error(context);
    }
  }
  sk_X509_free(others);
  X509_STORE_CTX_free(context);
  X509_STORE_free(store);
  return error;
}
