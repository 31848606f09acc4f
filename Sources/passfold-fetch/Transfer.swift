// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CCurl
import FetchProtocol

/// A libcurl request over a connected socket: TLS, one GET, one response.
final class Transfer {
  /// The maximum size of a response's headers, in bytes.
  private static let headLimit = 64 * 1024

  private let request: FetchRequest
  private let handle: UnsafeMutableRawPointer
  private let socket: UnsafeMutablePointer<curl_socket_t>
  private var lists: [UnsafeMutablePointer<curl_slist>?] = []
  private var body: [UInt8] = []
  private var headCount = 0
  private var isTooLarge = false

  /// Prepares the request. Nothing is sent yet.
  init(_ request: FetchRequest, over connection: Connection, authorities: [UInt8]) throws(FetchFailure) {
    guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, let handle = curl_easy_init() else { throw .fetcherFailed }
    self.request = request
    self.handle = handle
    socket = .allocate(capacity: 1)
    socket.initialize(to: connection.descriptor)
    let authority = request.port == 443 ? request.host : "\(request.host):\(request.port)"
    let numbers: [(CURLoption, Int)] = [
      (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2), (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
      (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_NETRC, 0), (CURLOPT_NOSIGNAL, 1),
      (CURLOPT_SSL_SESSIONID_CACHE, 0), (CURLOPT_HTTP09_ALLOWED, 0),
    ]
    let texts: [(CURLoption, String?)] = [
      (CURLOPT_URL, "https://" + authority + request.target), (CURLOPT_PROTOCOLS_STR, "https"), (CURLOPT_PROXY, ""), (CURLOPT_CAPATH, nil),
      (CURLOPT_USERAGENT, "Passfold"), (CURLOPT_ACCEPT_ENCODING, nil),
    ]
    // The name was already looked up; libcurl must not look it up again.
    let resolved = curl_slist_append(nil, "\(request.host):\(request.port):\(connection.address.text)")
    let accepted = curl_slist_append(nil, "Accept: application/json")
    lists = [resolved, accepted]
    let context = Unmanaged.passUnretained(self).toOpaque()
    let codes =
      numbers.map { passfold_curl_set_number(handle, $0.0, $0.1) } + texts.map { passfold_curl_set_text(handle, $0.0, $0.1) } + [
        passfold_curl_set_list(handle, CURLOPT_RESOLVE, resolved), passfold_curl_set_list(handle, CURLOPT_HTTPHEADER, accepted),
        passfold_curl_set_connected_socket(handle, socket),
        authorities.withUnsafeBytes { passfold_curl_set_authorities(handle, $0.baseAddress, $0.count) },
        passfold_curl_set_receiver(handle, CURLOPT_WRITEFUNCTION, CURLOPT_WRITEDATA, Self.bodyReceiver, context),
        passfold_curl_set_receiver(handle, CURLOPT_HEADERFUNCTION, CURLOPT_HEADERDATA, Self.headReceiver, context),
      ]
    // An option unknown to this libcurl must not be silently ignored.
    guard codes.allSatisfy({ $0 == CURLE_OK }) else { throw .fetcherFailed }
  }

  deinit {
    curl_easy_cleanup(handle)
    lists.forEach { curl_slist_free_all($0) }
    socket.deallocate()
  }

  /// Sends the request and waits for the complete response.
  func run(until deadline: ContinuousClock.Instant) throws(FetchFailure) -> FetchAnswer {
    let left = deadline.millisecondsLeft
    guard left > 0 else { throw .timedOut }
    guard passfold_curl_set_number(handle, CURLOPT_TIMEOUT_MS, left) == CURLE_OK else { throw .fetcherFailed }
    let code = curl_easy_perform(handle)
    if isTooLarge { throw .tooLarge }
    guard code == CURLE_OK else { throw Self.failure(code) }
    let status = passfold_curl_status(handle)
    // The body of a response with any other status is only for display.
    return FetchAnswer(
      status: status, contentType: text(CURLINFO_CONTENT_TYPE), redirect: text(CURLINFO_REDIRECT_URL), body: status == 200 ? body : [])
  }

  private func text(_ info: CURLINFO) -> String? { passfold_curl_text(handle, info).map { String(cString: $0) } }

  private static func failure(_ code: CURLcode) -> FetchFailure {
    switch code {
    case CURLE_OPERATION_TIMEDOUT: .timedOut
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR: .untrustedCertificate
    case CURLE_SSL_CACERT_BADFILE: .authorityUnreadable
    default: .brokenAnswer
    }
  }

  private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard body.count + bytes.count <= request.maximumByteCount else {
      isTooLarge = true
      return false
    }
    body += bytes
    return true
  }

  private func receiveHead(_ count: Int) -> Bool {
    headCount += count
    isTooLarge = isTooLarge || headCount > Self.headLimit
    return !isTooLarge
  }

  private static let bodyReceiver: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
    bytes, size, count, context in
    guard let context else { return 0 }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    return transfer.receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
  }

  private static let headReceiver: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
    _, size, count, context in
    guard let context else { return 0 }
    return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().receiveHead(size * count) ? size * count : 0
  }
}
