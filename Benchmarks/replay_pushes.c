// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
//
// Sends requests that were made beforehand to a server on this machine, each device's one after the other over a connection that stays open.
//
//   replay_pushes PORT[,PORT…] SECONDS RATE < REQUESTS
//
// With RATE 0 each device sends its next request as soon as the last is answered; else all of them together send so many a second, and a time
// counts from when its request was due, so that a slow server is not spared what it keeps from being asked. REQUESTS: the number of devices; for
// each the number of its requests; for each of those its length and its bytes; numbers are 32 bits, the lowest byte first. Devices take turns among the ports. Prints the seconds
// that passed, how many answers were not 200, and then the time of each answer in microseconds.
//
// It computes as little as it can, for the server and its database have the same processors.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MOST_ANSWER = 1 << 16 };

struct request { const unsigned char *bytes; uint32_t length; };

struct device {
  struct request *requests;
  uint32_t count, next;
  int socket;
  double begun;
  size_t held;
  char answer[MOST_ANSWER + 1];
};

static void fail(const char *what) {
  fprintf(stderr, "replay_pushes: %s: %s\n", what, strerror(errno));
  exit(1);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static unsigned char *read_all(size_t *length) {
  size_t room = 1 << 20, held = 0;
  unsigned char *bytes = malloc(room);
  for (;;) {
    if (!bytes) fail("memory");
    ssize_t got = read(0, bytes + held, room - held);
    if (got < 0) fail("requests");
    if (got == 0) break;
    held += (size_t)got;
    if (held == room) bytes = realloc(bytes, room *= 2);
  }
  *length = held;
  return bytes;
}

static uint32_t number(const unsigned char *bytes, size_t length, size_t *place) {
  if (length - *place < 4) errno = EINVAL, fail("requests");
  uint32_t value;
  memcpy(&value, bytes + *place, 4);
  *place += 4;
  return value;
}

static void open_line(struct device *device, int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  device->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (device->socket < 0 || connect(device->socket, (struct sockaddr *)&address, sizeof address)) fail("connect");
  int one = 1;
  setsockopt(device->socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
}

static void send_next(struct device *device, double begun) {
  struct request request = device->requests[device->next++];
  device->begun = begun, device->held = 0;
  for (uint32_t sent = 0; sent < request.length;) {
    ssize_t count = send(device->socket, request.bytes + sent, request.length - sent, MSG_NOSIGNAL);
    if (count <= 0) fail("send");
    sent += (uint32_t)count;
  }
}

// The status of an answer that is whole; 0 before.
static int answer_of(struct device *device) {
  ssize_t got = recv(device->socket, device->answer + device->held, MOST_ANSWER - device->held, 0);
  if (got <= 0) errno = got ? errno : ECONNRESET, fail("answer");
  device->held += (size_t)got;
  device->answer[device->held] = 0;
  char *body = memmem(device->answer, device->held, "\r\n\r\n", 4);
  if (!body || device->held < 12) return 0;
  char *length = strcasestr(device->answer, "\ncontent-length:");
  size_t whole = length && length < body ? strtoul(length + 16, NULL, 10) : 0;
  return (size_t)(body + 4 - device->answer) + whole > device->held ? 0 : atoi(device->answer + 9);
}

int main(int count, char **arguments) {
  if (count != 4) errno = EINVAL, fail("usage: replay_pushes PORT[,PORT…] SECONDS RATE");
  int ports[16], port_count = 0;
  for (char *name = strtok(arguments[1], ","); name && port_count < 16; name = strtok(NULL, ",")) ports[port_count++] = atoi(name);
  if (!port_count) errno = EINVAL, fail("ports");
  double seconds = atof(arguments[2]), rate = atof(arguments[3]);
  size_t length, place = 0, total = 0;
  unsigned char *bytes = read_all(&length);
  uint32_t devices = number(bytes, length, &place);
  struct device *all = calloc(devices, sizeof *all);
  uint32_t *idle = calloc(devices, sizeof *idle), first = 0, idles = 0;
  int poll = epoll_create1(EPOLL_CLOEXEC);
  if (!all || !idle || poll < 0) fail("memory");
  for (uint32_t which = 0; which < devices; which++) {
    struct device *device = &all[which];
    total += device->count = number(bytes, length, &place);
    device->requests = calloc(device->count + 1, sizeof *device->requests);
    for (uint32_t one = 0; one < device->count; one++) {
      uint32_t size = number(bytes, length, &place);
      if (length - place < size) errno = EINVAL, fail("requests");
      device->requests[one] = (struct request){bytes + place, size};
      place += size;
    }
    open_line(device, ports[which % (uint32_t)port_count]);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = which};
    if (epoll_ctl(poll, EPOLL_CTL_ADD, device->socket, &event)) fail("epoll");
  }
  uint32_t *times = calloc(total + 1, sizeof *times);
  size_t answered = 0, failed = 0, waiting = 0;
  double begun = now(), end = begun + seconds, due = begun;
  for (uint32_t which = 0; which < devices; which++) {
    if (rate > 0 || !all[which].count) idle[idles++] = which;
    else send_next(&all[which], now()), waiting++;
  }
  for (;;) {
    double time = now();
    while (rate > 0 && due <= time && due < end && idles) {
      // The one that has waited longest.
      uint32_t which = idle[first];
      first = (first + 1) % devices, idles--;
      if (all[which].next == all[which].count) errno = ENODATA, fail("too few requests");
      send_next(&all[which], due), waiting++;
      due += 1 / rate;
    }
    if (!waiting && (rate <= 0 || time >= end)) break;
    int pause = rate > 0 && idles && due < end ? (int)((due - time) * 1000) : 50;
    struct epoll_event events[64];
    int ready = epoll_wait(poll, events, 64, pause < 0 ? 0 : pause);
    if (ready < 0 && errno != EINTR) fail("epoll");
    for (int one = 0; one < ready; one++) {
      struct device *device = &all[events[one].data.u32];
      int status = answer_of(device);
      if (!status) continue;
      double time = now();
      times[answered++] = (uint32_t)((time - device->begun) * 1e6), failed += status != 200, waiting--;
      if (rate <= 0 && time < end && device->next < device->count) send_next(device, time), waiting++;
      else if (rate > 0) idle[(first + idles++) % devices] = events[one].data.u32;
    }
  }
  printf("%.6f %zu\n", now() - begun, failed);
  for (size_t one = 0; one < answered; one++) printf("%u\n", times[one]);
  return 0;
}
