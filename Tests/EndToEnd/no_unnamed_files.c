// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// Stands between a program and the C library (LD_PRELOAD) and refuses files without a name (O_TMPFILE), as the file systems of many USB
// sticks do.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>

typedef int (*opening)(const char *, int, ...);

static int refuse_unnamed(const char *name, const char *path, int flags, mode_t mode) {
  if ((flags & O_TMPFILE) == O_TMPFILE) {
    errno = EOPNOTSUPP;
    return -1;
  }
  return ((opening)dlsym(RTLD_NEXT, name))(path, flags, mode);
}

#define STANDS_IN_FOR(function)                               \
  int function(const char *path, int flags, ...) {            \
    va_list rest;                                             \
    va_start(rest, flags);                                    \
    mode_t mode = va_arg(rest, mode_t);                       \
    va_end(rest);                                             \
    return refuse_unnamed(#function, path, flags, mode);      \
  }

STANDS_IN_FOR(open)
STANDS_IN_FOR(open64)
