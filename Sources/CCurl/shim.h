// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

#pragma once

// curl checks the options' types with macros around variadic calls. The functions below have the types instead.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// curl_easy_setopt and curl_easy_getinfo are variadic.
static inline CURLcode passfold_curl_set_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode passfold_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

// curl writes what went wrong there, CURL_ERROR_SIZE bytes at most, until the handle is reset.
static inline CURLcode passfold_curl_set_error_text(CURL *handle, char *text) {
  return curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, text);
}

static inline CURLcode passfold_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *list) {
  return curl_easy_setopt(handle, option, list);
}

static inline CURLcode passfold_curl_set_receiver(
    CURL *handle, CURLoption function, CURLoption data, size_t (*receiver)(char *, size_t, size_t, void *), void *context) {
  CURLcode code = curl_easy_setopt(handle, function, receiver);
  return code == CURLE_OK ? curl_easy_setopt(handle, data, context) : code;
}

// curl keeps a copy of the bytes.
static inline CURLcode passfold_curl_set_authorities(CURL *handle, const void *bytes, size_t count) {
  struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
  return curl_easy_setopt(handle, CURLOPT_CAINFO_BLOB, &blob);
}

static inline curl_socket_t passfold_curl_given_socket(void *socket, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)purpose;
  (void)address;
  return *(const curl_socket_t *)socket;
}

static inline int passfold_curl_socket_is_connected(void *context, curl_socket_t socket, curlsocktype purpose) {
  (void)context;
  (void)socket;
  (void)purpose;
  return CURL_SOCKOPT_ALREADY_CONNECTED;
}

// Makes curl use a socket that is already connected. `socket` must remain valid until the transfer ends.
static inline CURLcode passfold_curl_set_connected_socket(CURL *handle, const curl_socket_t *socket) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, passfold_curl_given_socket);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, (void *)socket);
  return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, passfold_curl_socket_is_connected) : code;
}

static inline long passfold_curl_status(CURL *handle) {
  long status = 0;
  return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}

// The text belongs to the handle; NULL if there is none.
static inline const char *passfold_curl_text(CURL *handle, CURLINFO info) {
  char *text = NULL;
  return curl_easy_getinfo(handle, info, &text) == CURLE_OK ? text : NULL;
}

// The status of the proxy's response to CONNECT; 0 if no proxy responded.
static inline long passfold_curl_proxy_status(CURL *handle) {
  long status = 0;
  return curl_easy_getinfo(handle, CURLINFO_HTTP_CONNECTCODE, &status) == CURLE_OK ? status : 0;
}

// The wait that the response's Retry-After requests, in seconds, even if it gives a time; 0 if there is none.
static inline long long passfold_curl_retry_after(CURL *handle) {
  curl_off_t seconds = 0;
  return curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK ? seconds : 0;
}

// curl sends the bytes without copying them; they must remain valid until the transfer ends.
static inline CURLcode passfold_curl_set_sent_bytes(CURL *handle, const void *bytes, size_t count) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_POSTFIELDS, bytes) : code;
}

static inline CURLcode passfold_curl_set_progress(
    CURL *handle, int (*receiver)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t), void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, receiver);
  return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context) : code;
}
