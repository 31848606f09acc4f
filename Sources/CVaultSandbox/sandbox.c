// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CVaultSandbox.h"
#include "plan.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Since Linux 5.2 and 5.12. The C library has wrappers only since 2.36, and its header and the kernel's conflict.
enum { OPEN_TREE_COPY = 1, MOVE_FROM_DESCRIPTOR = 0x4, MOVE_THROUGH_LINKS = 0x10, ALL_BELOW = 0x8000 };
enum { ATTRIBUTE_READ_ONLY = 0x1, ATTRIBUTE_NO_SET_UID = 0x2, ATTRIBUTE_NO_DEVICES = 0x4 };
struct attributes {
  uint64_t set, clear, propagation, user_namespace;
};

_Noreturn void passfold_sandbox_failed(const char *what, const char *subject) {
  dprintf(STDERR_FILENO, "passfold-vault: error: the sandbox cannot be made: %s %s%s%s\n", what, subject, errno ? ": " : "",
          errno ? strerror(errno) : "");
  _exit(1);
}

static void require(int result, const char *what, const char *subject) {
  if (result < 0) {
    passfold_sandbox_failed(what, subject);
  }
}

/// Reads a descriptor until its end and closes it; ends the process if there are more than `limit` bytes.
static size_t read_all(int descriptor, void *bytes, size_t limit, const char *what) {
  size_t count = 0;
  for (;;) {
    ssize_t part = read(descriptor, (char *)bytes + count, limit - count);
    if (part < 0 && errno == EINTR) {
      continue;
    }
    require((int)part, "reading", what);
    count += (size_t)part;
    if (part == 0) {
      break;
    }
    if (count == limit) {
      errno = EFBIG;
      passfold_sandbox_failed("reading", what);
    }
  }
  close(descriptor);
  return count;
}

static void write_file(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  require(file, "opening", path);
  require((int)write(file, text, strlen(text)), "writing", path);
  close(file);
}

/// Leaves the session's namespaces. The user ID remains the same, and is the only one known inside.
static void leave_namespaces(const struct plan *plan) {
  char map[64];
  uid_t user = geteuid();
  gid_t group = getegid();
  int namespaces = CLONE_NEWUSER | CLONE_NEWNS | plan->namespaces;
  // A kernel without control group namespaces does not know the flag.
  if (!plan->leaves_control_groups || unshare(namespaces | CLONE_NEWCGROUP) != 0) {
    require(unshare(namespaces), "leaving", "the session's namespaces");
  }
  snprintf(map, sizeof map, "%u %u 1", user, user);
  write_file("/proc/self/uid_map", map);
  write_file("/proc/self/setgroups", "deny");
  snprintf(map, sizeof map, "%u %u 1", group, group);
  write_file("/proc/self/gid_map", map);
}

/// Takes the mounts that the plan shows from the session's file system before leaving it.
static void take_trees(struct plan *plan) {
  for (size_t i = 0; i < plan->step_count; i++) {
    struct step *step = &plan->steps[i];
    if (step->kind != STEP_SHOW) {
      continue;
    }
    step->tree = (int)syscall(SYS_open_tree, AT_FDCWD, step->source, OPEN_TREE_COPY | ALL_BELOW | O_CLOEXEC);
    if (step->tree < 0 && step->may_be_missing && errno == ENOENT) {
      continue;
    }
    require(step->tree, "showing", step->source);
    struct attributes attributes = {.set = ATTRIBUTE_NO_SET_UID | (step->has_devices ? 0 : ATTRIBUTE_NO_DEVICES) |
                                           (step->is_read_only ? ATTRIBUTE_READ_ONLY : 0)};
    // Only adds attributes: restrictions of the session's own mounts remain.
    require((int)syscall(SYS_mount_setattr, step->tree, "", AT_EMPTY_PATH | ALL_BELOW, &attributes, sizeof attributes), "protecting",
            step->source);
  }
}

static void mount_memory(const char *path, const char *size) {
  char options[64];
  snprintf(options, sizeof options, size ? "mode=0755,size=%s" : "mode=0755", size);
  require(mount("tmpfs", path, "tmpfs", MS_NOSUID | MS_NODEV, options), "memory at", path);
}

/// Creates an empty root and releases the session's.
static void begin_root(void) {
  // Any folder would do: nothing in the session's file system is looked up any more.
  mount_memory("/tmp", NULL);
  require(chdir("/tmp"), "entering", "the new root");
  require((int)syscall(SYS_pivot_root, ".", "."), "turning to", "the new root");
  require(umount2(".", MNT_DETACH), "leaving", "the session's files");
  require(chdir("/"), "entering", "the new root");
}

/// Creates a mount point and the folders above it. Existing ones remain.
static void make_place(const char *path, bool is_folder) {
  char folder[PATH_MAX];
  if (strlen(path) >= sizeof folder) {
    errno = ENAMETOOLONG;
    passfold_sandbox_failed("making", path);
  }
  for (const char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
    memcpy(folder, path, (size_t)(slash - path));
    folder[slash - path] = 0;
    // The last step fails if they do not exist.
    (void)mkdir(folder, 0755);
  }
  if ((is_folder ? mkdir(path, 0755) : mknod(path, S_IFREG | 0444, 0)) != 0 && errno != EEXIST) {
    passfold_sandbox_failed("making", path);
  }
}

static void show(const struct step *step) {
  struct stat status;
  if (step->tree < 0) {
    return;
  }
  require(fstat(step->tree, &status), "showing", step->path);
  make_place(step->path, S_ISDIR(status.st_mode));
  require((int)syscall(SYS_move_mount, step->tree, "", AT_FDCWD, step->path, MOVE_FROM_DESCRIPTOR | MOVE_THROUGH_LINKS), "showing",
          step->path);
  close(step->tree);
}

static void link_devices(void) {
  static const char *const links[][2] = {{"/proc/self/fd", "/dev/fd"},       {"/proc/self/fd/0", "/dev/stdin"},
                                         {"/proc/self/fd/1", "/dev/stdout"}, {"/proc/self/fd/2", "/dev/stderr"},
                                         {"/proc/kcore", "/dev/core"},       {"pts/ptmx", "/dev/ptmx"}};
  for (size_t i = 0; i < sizeof links / sizeof links[0]; i++) {
    require(symlink(links[i][0], links[i][1]), "making", links[i][1]);
  }
  make_place("/dev/pts", true);
}

static void furnish(const struct plan *plan) {
  for (size_t i = 0; i < plan->step_count; i++) {
    const struct step *step = &plan->steps[i];
    switch (step->kind) {
    case STEP_SHOW:
      show(step);
      break;
    case STEP_MEMORY:
      make_place(step->path, true);
      mount_memory(step->path, step->size);
      break;
    case STEP_DEVICE_LINKS:
      link_devices();
      break;
    case STEP_SEAL: {
      struct attributes attributes = {.set = ATTRIBUTE_READ_ONLY};
      require((int)syscall(SYS_mount_setattr, AT_FDCWD, step->path, 0, &attributes, sizeof attributes), "sealing", step->path);
      break;
    }
    }
  }
}

/// Permanently gives up the capabilities gained by leaving the namespaces, for this process and everything that it will execute.
static void drop_capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
  // The kernel returns EINVAL for the first unknown number.
  for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++) {
    require(prctl(PR_CAPBSET_DROP, capability, 0, 0, 0), "giving up", "capabilities");
  }
  require(prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0), "giving up", "capabilities");
  require((int)syscall(SYS_capset, &header, none), "giving up", "capabilities");
  require(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "giving up", "new privileges");
}

static void enforce_filters(const struct plan *plan) {
  static struct sock_filter instructions[FILTER_LIMIT][BPF_MAXINSNS + 1];
  size_t counts[FILTER_LIMIT];
  // Read all of them before the first one takes effect.
  for (size_t i = 0; i < plan->filter_count; i++) {
    counts[i] = read_all(plan->filters[i], instructions[i], sizeof instructions[i], "a filter of system calls") / sizeof(struct sock_filter);
  }
  for (size_t i = 0; i < plan->filter_count; i++) {
    struct sock_fprog program = {.len = (unsigned short)counts[i], .filter = instructions[i]};
    require(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program), "putting into force", "a filter of system calls");
  }
}

void passfold_enter_sandbox(int descriptor) {
  static char words[1 << 16];
  static struct plan plan;
  size_t count = read_all(descriptor, words, sizeof words, "its plan");
  if (count == 0 || words[count - 1] != 0) {
    errno = 0;
    passfold_sandbox_failed("incomplete is", "its plan");
  }
  passfold_read_plan(&plan, words, count);

  struct rlimit none = {0, 0};
  require(setrlimit(RLIMIT_CORE, &none), "forbidding", "core dumps");
  if (plan.begins_session && getsid(0) != getpid()) {
    require((int)setsid(), "beginning", "a session");
  }
  mode_t mask = umask(0);
  leave_namespaces(&plan);
  // From here on, the kernel checks capabilities in the namespace in which this program was executed: the session's, where the user's other
  // programs have none. If it had been executed in the new one, which the user owns, they would have all.
  require(prctl(PR_SET_DUMPABLE, 0, 0, 0, 0), "closing", "the memory");
  require(mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL), "leaving", "the session's mounts");
  take_trees(&plan);
  begin_root();
  furnish(&plan);
  require(chdir(plan.folder ? plan.folder : "/"), "entering", plan.folder ? plan.folder : "/");
  umask(mask);
  drop_capabilities();
  // After all changes to this process's permissions, because they reset it.
  if (plan.dies_with_parent) {
    require(prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0), "dying", "with the parent");
  }
  enforce_filters(&plan);
  if (plan.is_trial) {
    _exit(0);
  }
}
