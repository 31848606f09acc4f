// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// Strings, arrays and the buffers of libraries that held a secret for a moment leave it in freed memory. Secrets proper live in locked memory
// (SecretMemory); this takes away the copies that those make who know nothing of it. The dynamic linker gives a program's own free(3) and
// realloc(3) to its libraries too.

#define _GNU_SOURCE
#include "CWipingHeap.h"

#include <errno.h>
#include <malloc.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// glibc's own, under the names that it keeps for programs that have theirs.
extern void __libc_free(void *block);

/// glibc gives blocks of this size a mapping of their own and returns it to the kernel, which empties it (mallopt(3), M_MMAP_THRESHOLD).
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
  // glibc's own would free the former place, or cut it, with what stands in it.
  void *moved = malloc(count);
  if (moved == NULL) {
    return NULL;
  }
  memcpy(moved, block, count < had ? count : had);
  free(block);
  return moved;
}
