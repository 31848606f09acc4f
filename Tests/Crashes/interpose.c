// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// Stands between a program and the C library (LD_PRELOAD), for the files below one folder: writes down the calls that change files, counts
// them from the moment that the program opens a file "….arm", and at a chosen one ends the process, fails, or writes less.
//
//     CRASH_BASE=FOLDER     whose files count
//     CRASH_LOG=FILE        where calls are written down, with what they write (see log_call)
//     CRASH_KILL=N          end the process before call N; with CRASH_AFTER=1 right after it
//     CRASH_FAIL=N CRASH_ERROR=eio|enospc|short

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static bool armed;
static long calls;
static int log_descriptor = -2;
static char paths[4096][512];

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

static const char *base(void) {
  const char *value = getenv("CRASH_BASE");
  return value ? value : "/nowhere";
}

static long number(const char *name) {
  const char *value = getenv(name);
  return value ? atol(value) : 0;
}

// Memory that connections share is not kept across a crash.
static bool counts(const char *path) {
  size_t length = strlen(path);
  return strncmp(path, base(), strlen(base())) == 0 && !(length > 4 && strcmp(path + length - 4, "-shm") == 0);
}

static const char *path_of(int descriptor) { return descriptor >= 0 && descriptor < 4096 ? paths[descriptor] : ""; }

static uint64_t file_of(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 ? (uint64_t)status.st_ino : 0;
}

// kind u8, number of the call u64, file u64, offset u64, lengths u32 of path, other path and data; then these three.
static void log_call(char kind, uint64_t file, uint64_t offset, const char *path, const char *other, const void *data, size_t count) {
  if (log_descriptor == -2) {
    const char *name = getenv("CRASH_LOG");
    log_descriptor = name ? (int)syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
  }
  if (log_descriptor < 0) return;
  uint64_t call = (uint64_t)calls;
  uint32_t lengths[3] = {(uint32_t)strlen(path), (uint32_t)strlen(other), (uint32_t)count};
  syscall(SYS_write, log_descriptor, &kind, 1);
  syscall(SYS_write, log_descriptor, &call, 8);
  syscall(SYS_write, log_descriptor, &file, 8);
  syscall(SYS_write, log_descriptor, &offset, 8);
  syscall(SYS_write, log_descriptor, lengths, 12);
  syscall(SYS_write, log_descriptor, path, lengths[0]);
  syscall(SYS_write, log_descriptor, other, lengths[1]);
  if (count) syscall(SYS_write, log_descriptor, data, count);
}

static void end(void) { syscall(SYS_kill, getpid(), SIGKILL); }

// Counts a call; what is to be returned in its place, or 0 to let it through.
static int meet(void) {
  if (!armed) return 0;
  calls++;
  if (number("CRASH_KILL") == calls && !number("CRASH_AFTER")) end();
  if (number("CRASH_FAIL") != calls) return 0;
  const char *error = getenv("CRASH_ERROR");
  if (error && strcmp(error, "short") == 0) return -1;
  return error && strcmp(error, "enospc") == 0 ? ENOSPC : EIO;
}

static void done(void) {
  if (armed && number("CRASH_KILL") == calls && number("CRASH_AFTER")) end();
}

#define BEGIN pthread_mutex_lock(&turn)
#define RETURN(value)             \
  do {                            \
    int kept_error = errno;       \
    pthread_mutex_unlock(&turn);  \
    errno = kept_error;           \
    return value;                 \
  } while (0)

// MARK: Writing

static ssize_t write_at(int descriptor, const void *bytes, size_t count, off_t offset, bool places) {
  ssize_t (*plain)(int, const void *, size_t) = (ssize_t(*)(int, const void *, size_t))real("write");
  ssize_t (*placed)(int, const void *, size_t, off64_t) = (ssize_t(*)(int, const void *, size_t, off64_t))real("pwrite64");
  BEGIN;
  const char *path = path_of(descriptor);
  // What the program says to its reader is written down too: an acknowledgement has its place among the calls.
  if (descriptor == 1) log_call('A', 0, 0, "", "", bytes, count);
  if (!counts(path)) {
    pthread_mutex_unlock(&turn);
    return places ? placed(descriptor, bytes, count, offset) : plain(descriptor, bytes, count);
  }
  int refusal = meet();
  if (refusal > 0) {
    errno = refusal;
    RETURN(-1);
  }
  if (refusal < 0) count = count / 2;
  struct stat status;
  off_t place = places ? offset : 0;
  if (!places) {
    place = lseek(descriptor, 0, SEEK_CUR);
    if (fcntl(descriptor, F_GETFL) & O_APPEND && fstat(descriptor, &status) == 0) place = status.st_size;
  }
  ssize_t written = places ? placed(descriptor, bytes, count, offset) : plain(descriptor, bytes, count);
  if (written > 0) log_call('W', file_of(descriptor), (uint64_t)place, path, "", bytes, (size_t)written);
  done();
  RETURN(written);
}

ssize_t write(int descriptor, const void *bytes, size_t count) { return write_at(descriptor, bytes, count, 0, false); }
ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) { return write_at(descriptor, bytes, count, offset, true); }
ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) { return write_at(descriptor, bytes, count, offset, true); }

static int truncate_to(int descriptor, off64_t length) {
  BEGIN;
  const char *path = path_of(descriptor);
  int refusal = counts(path) ? meet() : 0;
  if (refusal) {
    errno = refusal > 0 ? refusal : EIO;
    RETURN(-1);
  }
  int result = ((int (*)(int, off64_t))real("ftruncate64"))(descriptor, length);
  if (counts(path)) {
    if (result == 0) log_call('T', file_of(descriptor), (uint64_t)length, path, "", NULL, 0);
    done();
  }
  RETURN(result);
}

int ftruncate(int descriptor, off_t length) { return truncate_to(descriptor, length); }
int ftruncate64(int descriptor, off64_t length) { return truncate_to(descriptor, length); }

static int synchronise(int descriptor, const char *name) {
  BEGIN;
  const char *path = path_of(descriptor);
  int refusal = counts(path) ? meet() : 0;
  if (refusal) {
    errno = refusal > 0 ? refusal : EIO;
    RETURN(-1);
  }
  int result = ((int (*)(int))real(name))(descriptor);
  if (counts(path)) {
    if (result == 0) log_call('S', file_of(descriptor), 0, path, "", NULL, 0);
    done();
  }
  RETURN(result);
}

int fsync(int descriptor) { return synchronise(descriptor, "fsync"); }
int fdatasync(int descriptor) { return synchronise(descriptor, "fdatasync"); }

// MARK: Names

static int open_file(const char *name, int folder, const char *path, int flags, mode_t mode, bool at) {
  int (*plain)(const char *, int, ...) = (int (*)(const char *, int, ...))real("open64");
  int (*placed)(int, const char *, int, ...) = (int (*)(int, const char *, int, ...))real("openat64");
  (void)name;
  BEGIN;
  struct stat status;
  bool makes = counts(path) && flags & O_CREAT && stat(path, &status) != 0;
  bool empties = counts(path) && flags & O_TRUNC && !makes;
  int refusal = makes || empties ? meet() : 0;
  if (refusal) {
    errno = refusal > 0 ? refusal : EIO;
    RETURN(-1);
  }
  int descriptor = at ? placed(folder, path, flags, mode) : plain(path, flags, mode);
  if (descriptor >= 0 && descriptor < 4096) {
    size_t length = strlen(path);
    paths[descriptor][0] = 0;
    if (length < sizeof paths[0]) memcpy(paths[descriptor], path, length + 1);
    if (makes) log_call('C', file_of(descriptor), 0, path, "", NULL, 0);
    if (empties) log_call('T', file_of(descriptor), 0, path, "", NULL, 0);
  }
  if (makes || empties) done();
  RETURN(descriptor);
}

#define MODE                                              \
  mode_t mode = 0;                                        \
  if (flags & (O_CREAT | __O_TMPFILE)) {                  \
    va_list list;                                         \
    va_start(list, flags);                                \
    mode = (mode_t)va_arg(list, int);                     \
    va_end(list);                                         \
  }

int open(const char *path, int flags, ...) {
  MODE return open_file("open", AT_FDCWD, path, flags, mode, false);
}
int open64(const char *path, int flags, ...) {
  MODE return open_file("open64", AT_FDCWD, path, flags, mode, false);
}
int openat(int folder, const char *path, int flags, ...) {
  MODE return open_file("openat", folder, path, flags, mode, true);
}
int openat64(int folder, const char *path, int flags, ...) {
  MODE return open_file("openat64", folder, path, flags, mode, true);
}

static FILE *open_stream(const char *name, const char *path, const char *mode) {
  size_t length = strlen(path);
  if (length > 4 && strcmp(path + length - 4, ".arm") == 0) armed = true;
  return ((FILE * (*)(const char *, const char *)) real(name))(path, mode);
}

FILE *fopen(const char *path, const char *mode) { return open_stream("fopen", path, mode); }
FILE *fopen64(const char *path, const char *mode) { return open_stream("fopen64", path, mode); }

static int change_names(char kind, const char *path, const char *other, int (*work)(const char *, const char *, long), long argument) {
  BEGIN;
  bool is_ours = counts(path);
  int refusal = is_ours ? meet() : 0;
  if (refusal) {
    errno = refusal > 0 ? refusal : EIO;
    RETURN(-1);
  }
  int result = work(path, other, argument);
  if (is_ours) {
    if (result == 0) log_call(kind, 0, (uint64_t)argument, path, other, NULL, 0);
    done();
  }
  RETURN(result);
}

static int do_rename(const char *path, const char *other, long flags) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, other, flags);
}
static int do_unlink(const char *path, const char *other, long flags) {
  (void)other;
  return (int)syscall(SYS_unlinkat, AT_FDCWD, path, flags);
}
static int do_mkdir(const char *path, const char *other, long mode) {
  (void)other;
  return (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

int rename(const char *path, const char *other) { return change_names('R', path, other, do_rename, 0); }
int renameat2(int folder, const char *path, int other_folder, const char *other, unsigned flags) {
  (void)folder;
  (void)other_folder;
  return change_names('R', path, other, do_rename, flags);
}
int unlink(const char *path) { return change_names('U', path, "", do_unlink, 0); }
int rmdir(const char *path) { return change_names('U', path, "", do_unlink, AT_REMOVEDIR); }
int mkdir(const char *path, mode_t mode) { return change_names('M', path, "", do_mkdir, mode); }

int unlinkat(int folder, const char *path, int flags) {
  char whole[1024];
  if (path[0] == '/' || folder == AT_FDCWD) return change_names('U', path, "", do_unlink, flags);
  snprintf(whole, sizeof whole, "/proc/self/fd/%d", folder);
  char place[512];
  ssize_t length = readlink(whole, place, sizeof place - 1);
  if (length < 0) return -1;
  place[length] = 0;
  snprintf(whole, sizeof whole, "%s/%s", place, path);
  return change_names('U', whole, "", do_unlink, flags);
}

int close(int descriptor) {
  if (descriptor >= 0 && descriptor < 4096) paths[descriptor][0] = 0;
  return (int)syscall(SYS_close, descriptor);
}
