// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CSealingChip.h"
#include "wire.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <tss2/tss2_esys.h>
#include <tss2/tss2_mu.h>

/// The library writes to standard error: every TPM error, including a wrong PIN, and, if the session's environment requests it,
/// sealed secrets. Silenced before main, while there is one thread.
__attribute__((constructor)) static void silence(void) { setenv("TSS2_LOG", "all+NONE", 1); }

/// A conversation with a TPM: the key that secrets are sealed under, and a session that encrypts the transferred data.
struct conversation {
  struct wire wire;
  ESYS_CONTEXT *esys;
  ESYS_TR parent;
  ESYS_TR session;
};

static int meaning(TSS2_RC code) {
  if (code == TSS2_RC_SUCCESS) {
    return PASSFOLD_CHIP_DONE;
  }
  if (code == TPM2_RC_LOCKOUT) {
    return PASSFOLD_CHIP_LOCKED_OUT;
  }
  // The bits between identify the session that an error is about.
  if ((code & TSS2_RC_LAYER_MASK) == TSS2_TPM_RC_LAYER && (code & TPM2_RC_FMT1) != 0 && (code & 0xBF) == TPM2_RC_AUTH_FAIL) {
    return PASSFOLD_CHIP_WRONG_AUTHORISATION;
  }
  return PASSFOLD_CHIP_FAILED;
}

/// Creates the parent of sealed objects. It is derived from the seed of the null hierarchy, which changes with every start of the TPM: the
/// parent is the same until then, and different afterwards. The TPM needs no owner for it, and nothing is stored there.
static TSS2_RC make_parent(struct conversation *conversation) {
  TPM2B_SENSITIVE_CREATE nothing = {0};
  TPM2B_DATA outside = {0};
  TPML_PCR_SELECTION registers = {0};
  TPM2B_PUBLIC template = {
      .publicArea = {
          .type = TPM2_ALG_ECC,
          .nameAlg = TPM2_ALG_SHA256,
          .objectAttributes = TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT | TPMA_OBJECT_SENSITIVEDATAORIGIN | TPMA_OBJECT_USERWITHAUTH |
                              TPMA_OBJECT_NODA | TPMA_OBJECT_RESTRICTED | TPMA_OBJECT_DECRYPT,
          .parameters.eccDetail = {.symmetric = {.algorithm = TPM2_ALG_AES, .keyBits.aes = 128, .mode.aes = TPM2_ALG_CFB},
                                   .scheme.scheme = TPM2_ALG_NULL,
                                   .curveID = TPM2_ECC_NIST_P256,
                                   .kdf.scheme = TPM2_ALG_NULL},
      }};
  return Esys_CreatePrimary(conversation->esys, ESYS_TR_RH_NULL, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, &nothing, &template,
                            &outside, &registers, &conversation->parent, NULL, NULL, NULL, NULL);
}

/// Starts a session whose key only this process and the TPM know: the authorisation is never transferred, and secrets are encrypted in
/// transit.
static TSS2_RC begin_session(struct conversation *conversation) {
  TPMT_SYM_DEF cipher = {.algorithm = TPM2_ALG_AES, .keyBits.aes = 128, .mode.aes = TPM2_ALG_CFB};
  TSS2_RC code = Esys_StartAuthSession(conversation->esys, conversation->parent, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE,
                                       NULL, TPM2_SE_HMAC, &cipher, TPM2_ALG_SHA256, &conversation->session);
  TPMA_SESSION attributes = TPMA_SESSION_CONTINUESESSION | TPMA_SESSION_DECRYPT | TPMA_SESSION_ENCRYPT;
  return code ? code : Esys_TRSess_SetAttributes(conversation->esys, conversation->session, attributes, 0xFF);
}

static void forget(struct conversation *conversation, ESYS_TR *object) {
  if (*object != ESYS_TR_NONE) {
    Esys_FlushContext(conversation->esys, *object);
    *object = ESYS_TR_NONE;
  }
}

static void end(struct conversation *conversation) {
  if (conversation->esys != NULL) {
    forget(conversation, &conversation->session);
    forget(conversation, &conversation->parent);
    Esys_Finalize(&conversation->esys);
  }
  passfold_wire_close(&conversation->wire);
}

static int begin(struct conversation *conversation, const char *path) {
  *conversation = (struct conversation){.parent = ESYS_TR_NONE, .session = ESYS_TR_NONE};
  if (!passfold_wire_open(&conversation->wire, path)) {
    return PASSFOLD_CHIP_MISSING;
  }
  TSS2_RC code = Esys_Initialize(&conversation->esys, (TSS2_TCTI_CONTEXT *)&conversation->wire, NULL);
  if (code == TSS2_RC_SUCCESS) {
    code = make_parent(conversation);
  }
  if (code == TSS2_RC_SUCCESS) {
    code = begin_session(conversation);
  }
  if (code != TSS2_RC_SUCCESS) {
    end(conversation);
  }
  return meaning(code);
}

int passfold_chip_seal(const char *path, const uint8_t *secret, const uint8_t *authorisation, uint8_t *sealed, size_t *sealed_count) {
  struct conversation conversation;
  int result = begin(&conversation, path);
  if (result != PASSFOLD_CHIP_DONE) {
    return result;
  }
  TPM2B_SENSITIVE_CREATE sensitive = {.sensitive = {.data.size = PASSFOLD_CHIP_SECRET_BYTES}};
  if (authorisation != NULL) {
    sensitive.sensitive.userAuth.size = PASSFOLD_CHIP_AUTHORISATION_BYTES;
    memcpy(sensitive.sensitive.userAuth.buffer, authorisation, PASSFOLD_CHIP_AUTHORISATION_BYTES);
  }
  memcpy(sensitive.sensitive.data.buffer, secret, PASSFOLD_CHIP_SECRET_BYTES);
  // Without TPMA_OBJECT_NODA, a wrong authorisation counts towards the TPM's own lockout. If there is no authorisation to guess, a lockout
  // caused by others does not matter.
  TPM2B_PUBLIC template = {
      .publicArea = {
          .type = TPM2_ALG_KEYEDHASH,
          .nameAlg = TPM2_ALG_SHA256,
          .objectAttributes = TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT | TPMA_OBJECT_USERWITHAUTH |
                              (authorisation == NULL ? TPMA_OBJECT_NODA : 0),
          .parameters.keyedHashDetail.scheme.scheme = TPM2_ALG_NULL,
      }};
  TPM2B_DATA outside = {0};
  TPML_PCR_SELECTION registers = {0};
  TPM2B_PRIVATE *private_part = NULL;
  TPM2B_PUBLIC *public_part = NULL;
  TSS2_RC code = Esys_Create(conversation.esys, conversation.parent, conversation.session, ESYS_TR_NONE, ESYS_TR_NONE, &sensitive, &template,
                             &outside, &registers, &private_part, &public_part, NULL, NULL, NULL);
  explicit_bzero(&sensitive, sizeof sensitive);
  size_t count = 0;
  if (code == TSS2_RC_SUCCESS) {
    code = Tss2_MU_TPM2B_PRIVATE_Marshal(private_part, sealed, PASSFOLD_CHIP_SEALED_LIMIT, &count);
  }
  if (code == TSS2_RC_SUCCESS) {
    code = Tss2_MU_TPM2B_PUBLIC_Marshal(public_part, sealed, PASSFOLD_CHIP_SEALED_LIMIT, &count);
  }
  *sealed_count = count;
  Esys_Free(private_part);
  Esys_Free(public_part);
  end(&conversation);
  return meaning(code);
}

int passfold_chip_unseal(const char *path, const uint8_t *sealed, size_t sealed_count, const uint8_t *authorisation, uint8_t *secret) {
  TPM2B_PRIVATE private_part = {0};
  TPM2B_PUBLIC public_part = {0};
  size_t count = 0;
  if (Tss2_MU_TPM2B_PRIVATE_Unmarshal(sealed, sealed_count, &count, &private_part) != TSS2_RC_SUCCESS ||
      Tss2_MU_TPM2B_PUBLIC_Unmarshal(sealed, sealed_count, &count, &public_part) != TSS2_RC_SUCCESS) {
    return PASSFOLD_CHIP_FAILED;
  }
  struct conversation conversation;
  int result = begin(&conversation, path);
  if (result != PASSFOLD_CHIP_DONE) {
    return result;
  }
  ESYS_TR object = ESYS_TR_NONE;
  TPM2B_SENSITIVE_DATA *data = NULL;
  TPM2B_AUTH value = {0};
  if (authorisation != NULL) {
    value.size = PASSFOLD_CHIP_AUTHORISATION_BYTES;
    memcpy(value.buffer, authorisation, PASSFOLD_CHIP_AUTHORISATION_BYTES);
  }
  TSS2_RC code = Esys_Load(conversation.esys, conversation.parent, conversation.session, ESYS_TR_NONE, ESYS_TR_NONE, &private_part,
                           &public_part, &object);
  if (code == TSS2_RC_SUCCESS) {
    code = Esys_TR_SetAuth(conversation.esys, object, &value);
  }
  explicit_bzero(&value, sizeof value);
  if (code == TSS2_RC_SUCCESS) {
    // Only the response has a parameter that can be encrypted.
    code = Esys_TRSess_SetAttributes(conversation.esys, conversation.session, 0, TPMA_SESSION_DECRYPT);
  }
  if (code == TSS2_RC_SUCCESS) {
    code = Esys_Unseal(conversation.esys, object, conversation.session, ESYS_TR_NONE, ESYS_TR_NONE, &data);
  }
  result = meaning(code);
  if (result == PASSFOLD_CHIP_DONE) {
    if (data->size == PASSFOLD_CHIP_SECRET_BYTES) {
      memcpy(secret, data->buffer, PASSFOLD_CHIP_SECRET_BYTES);
    } else {
      result = PASSFOLD_CHIP_FAILED;
    }
    explicit_bzero(data, sizeof *data);
    Esys_Free(data);
  }
  forget(&conversation, &object);
  end(&conversation);
  return result;
}
