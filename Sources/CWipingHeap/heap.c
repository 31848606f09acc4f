// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// Strings, arrays and library buffers that held a secret briefly leave it in freed memory. Real secrets are in locked memory
// (SecretMemory); this removes the copies made by code that does not handle secrets specially. The dynamic linker makes the libraries use
// the program's own free(3) and realloc(3), too.

#define _GNU_SOURCE
#include "CWipingHeap.h"

#include <errno.h>
#include <malloc.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// glibc's own, under the names that it provides for programs that replace them.
extern void __libc_free(void *block);

/// glibc maps blocks of this size separately and returns them to the kernel, which zeroes them (mallopt(3), M_MMAP_THRESHOLD).
static const size_t always_mapped = 64u * 1024 * 1024;

void free(void *block) {
  if (block == NULL) {
    return;
  }
  int before = errno;
  size_t count = malloc_usable_size(block);
  if (count < always_mapped) {
    explicit_bzero(block, count);
  }
  __libc_free(block);
  errno = before;
}

void *realloc(void *block, size_t count) {
  if (block == NULL) {
    return malloc(count);
  }
  if (count == 0) {
    free(block);
    return NULL;
  }
  size_t had = malloc_usable_size(block);
  if (count <= had && count > had / 2) {
    return block;
  }
  // glibc's own would free or shrink the previous block with its content.
  void *moved = malloc(count);
  if (moved == NULL) {
    return NULL;
  }
  memcpy(moved, block, count < had ? count : had);
  free(block);
  return moved;
}
