// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <pthread.h>
#include <zxcvbn.h>

typedef struct {
  const char *text;
  double bits;
} passfold_zxcvbn_work;

static inline void *passfold_zxcvbn_judge(void *argument) {
  passfold_zxcvbn_work *work = (passfold_zxcvbn_work *)argument;
  work->bits = ZxcvbnMatch(work->text, NULL, NULL);
  return NULL;
}

// The library leaves pieces of the text on its stack, so it runs on one that the caller can wipe, of whole pages. Negative on failure.
static inline double passfold_zxcvbn_bits(const char *text, void *stack, size_t count) {
  passfold_zxcvbn_work work = {.text = text, .bits = -1};
  pthread_attr_t attributes;
  pthread_t thread;
  if (pthread_attr_init(&attributes) != 0) {
    return -1;
  }
  int failure = pthread_attr_setstack(&attributes, stack, count);
  if (failure == 0) {
    failure = pthread_create(&thread, &attributes, passfold_zxcvbn_judge, &work);
  }
  pthread_attr_destroy(&attributes);
  if (failure != 0 || pthread_join(thread, NULL) != 0) {
    return -1;
  }
  return work.bits;
}
