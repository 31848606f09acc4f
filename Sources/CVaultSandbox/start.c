// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

#include "CVaultSandbox.h"
#include "plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char variable[] = "PASSFOLD_SANDBOX_DESCRIPTOR";

/// Confines the vault before its main if the broker passes it a plan. Without a plan, the vault was started manually and is not confined.
///
/// Before main, because the kernel lets only a single-threaded process leave its user namespace, and Swift's main starts more threads.
__attribute__((constructor(101))) static void enter_sandbox_before_main(void) {
  const char *value = getenv(variable);
  if (value == NULL) {
    return;
  }
  char *end = NULL;
  long descriptor = strtol(value, &end, 10);
  if (*value == 0 || *end != 0 || descriptor < 3 || descriptor > 1023) {
    errno = 0;
    passfold_sandbox_failed("no descriptor is", value);
  }
  unsetenv(variable);
  passfold_enter_sandbox((int)descriptor);
}
