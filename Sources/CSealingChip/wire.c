// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "wire.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/// The time limit for one response. Creating a key, the slowest command used here, takes a few seconds on slow chips.
enum { ANSWER_MILLISECONDS = 20000, HEAD_BYTES = 10 };

static TSS2_RC transmit(TSS2_TCTI_CONTEXT *context, size_t count, const uint8_t *command) {
  struct wire *wire = (struct wire *)context;
  // A device takes a command in one piece; a socket that takes less does not belong to a TPM.
  ssize_t written;
  do {
    // A closed socket must be an error here, and must not end this process.
    written = send(wire->descriptor, command, count, MSG_NOSIGNAL);
    if (written < 0 && errno == ENOTSOCK) {
      written = write(wire->descriptor, command, count);
    }
  } while (written < 0 && errno == EINTR);
  return written == (ssize_t)count ? TSS2_RC_SUCCESS : TSS2_TCTI_RC_IO_ERROR;
}

/// Reads the complete response to the last command.
static TSS2_RC read_answer(struct wire *wire) {
  size_t have = 0;
  size_t want = HEAD_BYTES;
  while (have < want) {
    struct pollfd ready = {.fd = wire->descriptor, .events = POLLIN};
    int status = poll(&ready, 1, ANSWER_MILLISECONDS);
    if (status < 0 && errno == EINTR) {
      continue;
    }
    if (status <= 0) {
      return TSS2_TCTI_RC_IO_ERROR;
    }
    // Use all available room: a device discards the rest of a response that is not read completely.
    ssize_t got = read(wire->descriptor, wire->answer + have, sizeof wire->answer - have);
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got <= 0) {
      return TSS2_TCTI_RC_IO_ERROR;
    }
    have += (size_t)got;
    if (have >= HEAD_BYTES) {
      // The response's total length follows its tag.
      const uint8_t *length = wire->answer + 2;
      want = (size_t)length[0] << 24 | (size_t)length[1] << 16 | (size_t)length[2] << 8 | length[3];
      if (want < HEAD_BYTES || want > sizeof wire->answer || have > want) {
        return TSS2_TCTI_RC_MALFORMED_RESPONSE;
      }
    }
  }
  wire->answer_count = have;
  return TSS2_RC_SUCCESS;
}

/// The library first calls without a buffer, to get the length.
static TSS2_RC receive(TSS2_TCTI_CONTEXT *context, size_t *count, uint8_t *answer, int32_t timeout) {
  (void)timeout;
  struct wire *wire = (struct wire *)context;
  if (wire->answer_count == 0) {
    TSS2_RC code = read_answer(wire);
    if (code != TSS2_RC_SUCCESS) {
      return code;
    }
  }
  size_t room = *count;
  *count = wire->answer_count;
  if (answer == NULL) {
    return TSS2_RC_SUCCESS;
  }
  if (room < wire->answer_count) {
    return TSS2_TCTI_RC_INSUFFICIENT_BUFFER;
  }
  memcpy(answer, wire->answer, wire->answer_count);
  explicit_bzero(wire->answer, wire->answer_count);
  wire->answer_count = 0;
  return TSS2_RC_SUCCESS;
}

static void finalize(TSS2_TCTI_CONTEXT *context) { (void)context; }

static TSS2_RC refuse_cancel(TSS2_TCTI_CONTEXT *context) {
  (void)context;
  return TSS2_TCTI_RC_NOT_SUPPORTED;
}

static TSS2_RC refuse_poll_handles(TSS2_TCTI_CONTEXT *context, TSS2_TCTI_POLL_HANDLE *handles, size_t *count) {
  (void)context, (void)handles, (void)count;
  return TSS2_TCTI_RC_NOT_SUPPORTED;
}

static TSS2_RC refuse_locality(TSS2_TCTI_CONTEXT *context, uint8_t locality) {
  (void)context, (void)locality;
  return TSS2_TCTI_RC_NOT_SUPPORTED;
}

static TSS2_RC refuse_sticky(TSS2_TCTI_CONTEXT *context, TPM2_HANDLE *handle, uint8_t sticky) {
  (void)context, (void)handle, (void)sticky;
  return TSS2_TCTI_RC_NOT_SUPPORTED;
}

static int reach(const char *path) {
  struct stat status;
  if (stat(path, &status) != 0) {
    return -1;
  }
  if (!S_ISSOCK(status.st_mode)) {
    return S_ISCHR(status.st_mode) ? open(path, O_RDWR | O_CLOEXEC) : -1;
  }
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) {
    return -1;
  }
  strcpy(address.sun_path, path);
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor >= 0 && connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) {
    close(descriptor);
    return -1;
  }
  return descriptor;
}

int passfold_wire_open(struct wire *wire, const char *path) {
  memset(wire, 0, sizeof *wire);
  wire->common.v1.magic = 0x50617373666f6c64; // "Passfold"
  wire->common.v1.version = 2;
  wire->common.v1.transmit = transmit;
  wire->common.v1.receive = receive;
  wire->common.v1.finalize = finalize;
  wire->common.v1.cancel = refuse_cancel;
  wire->common.v1.getPollHandles = refuse_poll_handles;
  wire->common.v1.setLocality = refuse_locality;
  wire->common.makeSticky = refuse_sticky;
  wire->descriptor = reach(path);
  return wire->descriptor >= 0;
}

void passfold_wire_close(struct wire *wire) { close(wire->descriptor); }
