// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CCurl
import SecretMemory
import VaultProtocol

/// The transfer of one task to a server and back with libcurl: one request over HTTP/1.1, and one reply or none.
final class ServerTransfer {
  /// The maximum length of a reply's head in bytes.
  private static let headLimit = 64 * 1024
  /// The maximum time for a reply in seconds, whatever a task says.
  private static let longestTime = 300
  /// The maximum time for connecting in milliseconds.
  private static let longestConnecting = 20_000
  private static let methods: Set = ["GET", "POST", "PUT", "DELETE"]

  private let task: CarriedTask
  private let handle: UnsafeMutableRawPointer
  private let ending: EndingMark
  private let hasProxy: Bool
  private var lists: [UnsafeMutablePointer<curl_slist>?] = []
  /// What libcurl says of a failure, in its own words.
  private let errorText = UnsafeMutableBufferPointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var body = AnswerBody()
  private var headCount = 0
  /// The reason that the rest of the reply is not read.
  private var fault: CarryFailure?

  /// Prepares the request without sending anything; nil for a malformed task, and if libcurl refuses an option.
  init?(
    _ task: CarriedTask, to place: ServerPlace, by settings: ServerSettings, with handle: UnsafeMutableRawPointer, until ending: EndingMark,
    isFresh: Bool
  ) {
    self.task = task
    self.handle = handle
    self.ending = ending
    errorText.initialize(repeating: 0)
    // There is no proxy between a developer's program and this computer.
    let proxy = place.isPlain ? nil : settings.proxies.proxy(to: place.host)
    hasProxy = proxy != nil
    guard Self.methods.contains(task.method), task.path.hasPrefix("/"),
      task.path.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "\\") }),
      (1...Self.longestTime).contains(task.seconds)
    else { return nil }
    let milliseconds = task.seconds * 1000
    let numbers: [(CURLoption, Int)] = [
      (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2), (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_3)),
      (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_NETRC, 0), (CURLOPT_NOSIGNAL, 1),
      (CURLOPT_HTTP09_ALLOWED, 0), (CURLOPT_TCP_KEEPALIVE, 1), (CURLOPT_MAXCONNECTS, 2), (CURLOPT_FRESH_CONNECT, isFresh ? 1 : 0),
      (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1), (CURLOPT_TIMEOUT_MS, milliseconds),
      (CURLOPT_CONNECTTIMEOUT_MS, min(milliseconds, Self.longestConnecting)), (CURLOPT_NOPROGRESS, 0),
    ]
    let texts: [(CURLoption, String?)] = [
      (CURLOPT_URL, place.origin + task.path), (CURLOPT_PROTOCOLS_STR, place.isPlain ? "http" : "https"), (CURLOPT_PROXY, proxy ?? ""),
      (CURLOPT_NOPROXY, ""), (CURLOPT_CAPATH, nil), (CURLOPT_USERAGENT, "Passfold"), (CURLOPT_ACCEPT_ENCODING, nil),
    ]
    var codes =
      numbers.map { passfold_curl_set_number(handle, $0.0, $0.1) } + texts.map { passfold_curl_set_text(handle, $0.0, $0.1) }
    if !place.isPlain {
      // Without authorities no certificate can be trusted: a folder is not a readable file.
      let authorities = settings.authorities ?? "/"
      codes += [CURLOPT_CAINFO, CURLOPT_PROXY_CAINFO].map { passfold_curl_set_text(handle, $0, authorities) }
    }
    let context = Unmanaged.passUnretained(self).toOpaque()
    codes += [
      passfold_curl_set_receiver(handle, CURLOPT_WRITEFUNCTION, CURLOPT_WRITEDATA, Self.bodyReceiver, context),
      passfold_curl_set_receiver(handle, CURLOPT_HEADERFUNCTION, CURLOPT_HEADERDATA, Self.headReceiver, context),
      passfold_curl_set_progress(handle, Self.progressReceiver, context),
      passfold_curl_set_error_text(handle, errorText.baseAddress),
    ]
    var headers = curl_slist_append(nil, "Accept: application/cbor")
    // Does not wait for permission to send a body.
    headers = curl_slist_append(headers, "Expect:")
    if task.method != "GET" { headers = curl_slist_append(headers, "Content-Type: application/cbor") }
    if let token = task.token { headers = Self.add(token, to: headers) }
    lists = [headers]
    codes.append(passfold_curl_set_list(handle, CURLOPT_HTTPHEADER, headers))
    if task.method == "GET" {
      codes.append(passfold_curl_set_number(handle, CURLOPT_HTTPGET, 1))
    } else {
      codes.append(passfold_curl_set_number(handle, CURLOPT_POST, 1))
      codes.append(passfold_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, task.method))
    }
    // An option that this libcurl does not know must not simply be off.
    guard codes.allSatisfy({ $0 == CURLE_OK }) else { return nil }
  }

  deinit {
    for list in lists {
      Self.wipe(list)
      curl_slist_free_all(list)
    }
    // The handle outlives this transfer, and must not keep its options.
    curl_easy_reset(handle)
    errorText.deallocate()
  }

  /// Sends the request, and waits for the complete reply or the end of the time.
  func run() -> CarryOutcome {
    let code: CURLcode
    if task.method == "GET" {
      code = curl_easy_perform(handle)
    } else if let sent = task.body {
      code = sent.withBytes { bytes in
        let set = passfold_curl_set_sent_bytes(handle, bytes.baseAddress, bytes.count)
        return set == CURLE_OK ? curl_easy_perform(handle) : set
      }
    } else {
      code = passfold_curl_set_sent_bytes(handle, "", 0) == CURLE_OK ? curl_easy_perform(handle) : CURLE_FAILED_INIT
    }
    let retryAfter = passfold_curl_retry_after(handle)
    let wait = retryAfter > 0 ? Int(min(retryAfter, 86_400)) : nil
    if let fault { return CarryOutcome(fault, retryAfter: wait) }
    guard code == CURLE_OK else { return CarryOutcome(failure(code), retryAfter: wait) }
    guard isOfServer else { return CarryOutcome(strangeAnswer, retryAfter: wait) }
    let parts = exchange(&body, with: AnswerBody()).finished()
    return CarryOutcome(status: passfold_curl_status(handle), retryAfter: wait, body: parts)
  }

  /// Whether a sync server can have sent the reply: a document of its type, or no document with a matching status.
  private var isOfServer: Bool {
    let status = passfold_curl_status(handle)
    if status == 204 { return true }
    guard (200...299).contains(status) || (400...599).contains(status) else { return false }
    let type = passfold_curl_text(handle, CURLINFO_CONTENT_TYPE).map { String(cString: $0) } ?? ""
    return type.prefix { $0 != ";" && $0 != " " }.lowercased() == "application/cbor"
  }

  /// What an answer is that no sync server gives. A web server before one answers so where that one has a fault, or is being started anew.
  private var strangeAnswer: CarryFailure { (500...504).contains(passfold_curl_status(handle)) ? .serverFault : .notAServer }

  /// Whether the other side hung up in the middle of TLS, as one does that is being started anew: what was wrong with a certificate says libcurl
  /// by other words. Words that are not known are no reason to think so.
  private var isCut: Bool {
    let bytes = errorText.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    return ["ssl_error_syscall", "unexpected eof", "connection reset", "non-properly terminated", "broken pipe"].contains {
      text.contains($0)
    }
  }

  private func failure(_ code: CURLcode) -> CarryFailure {
    switch code {
    case CURLE_SSL_CONNECT_ERROR where isCut: hasProxy ? .proxyFailed : .noConnection
    case CURLE_COULDNT_RESOLVE_HOST: .nameNotFound
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: .proxyFailed
    case CURLE_COULDNT_CONNECT: hasProxy ? .proxyFailed : .noConnection
    case CURLE_OPERATION_TIMEDOUT: .timedOut
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CIPHER:
      .untrustedCertificate
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING: .notAServer
    case CURLE_FILESIZE_EXCEEDED: .tooLong
    // A proxy that refuses the connection replies before the server can.
    case CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE:
      hasProxy && !(200...299).contains(passfold_curl_proxy_status(handle)) ? .proxyFailed : .noConnection
    default: .other
    }
  }

  private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // Another site's page is not read.
    if !isOfServer { fault = strangeAnswer } else if !body.add(bytes) { fault = .tooLong }
    return fault == nil
  }

  private func receiveHead(_ count: Int) -> Bool {
    headCount += count
    if headCount > Self.headLimit { fault = .tooLong }
    return fault == nil
  }

  /// Adds the header with the token; the intermediate strings are wiped, here and at the end.
  private static func add(_ token: SharedSecret, to list: UnsafeMutablePointer<curl_slist>?) -> UnsafeMutablePointer<curl_slist>? {
    let digits = Array("0123456789abcdef".utf8)
    let start = Array("Authorization: Bearer ".utf8)
    var line = SecretBytes(byteCount: start.count + 2 * token.byteCount + 1)
    line.withMutableBytes { line in
      line.copyBytes(from: start)
      token.withBytes { token in
        for (index, byte) in token.enumerated() {
          line[start.count + 2 * index] = digits[Int(byte >> 4)]
          line[start.count + 2 * index + 1] = digits[Int(byte & 15)]
        }
      }
    }
    return line.withBytes { line in
      curl_slist_append(list, line.baseAddress?.assumingMemoryBound(to: CChar.self))
    }
  }

  private static func wipe(_ list: UnsafeMutablePointer<curl_slist>?) {
    var next = list
    while let entry = next {
      if let text = entry.pointee.data {
        SecretMemory.wipe(UnsafeMutableRawBufferPointer(start: text, count: String(cString: text).utf8.count))
      }
      next = entry.pointee.next
    }
  }

  private static let bodyReceiver: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
    bytes, size, count, context in
    guard let context else { return 0 }
    let transfer = Unmanaged<ServerTransfer>.fromOpaque(context).takeUnretainedValue()
    return transfer.receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
  }

  private static let headReceiver: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
    _, size, count, context in
    guard let context else { return 0 }
    return Unmanaged<ServerTransfer>.fromOpaque(context).takeUnretainedValue().receiveHead(size * count) ? size * count : 0
  }

  /// Called periodically, at least once a second: a non-zero result ends the transfer.
  private static let progressReceiver: @convention(c) (UnsafeMutableRawPointer?, curl_off_t, curl_off_t, curl_off_t, curl_off_t) -> CInt = {
    context, _, _, _, _ in
    guard let context else { return 1 }
    return Unmanaged<ServerTransfer>.fromOpaque(context).takeUnretainedValue().ending.isSet ? 1 : 0
  }
}
