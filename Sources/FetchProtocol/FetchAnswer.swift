// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The parts of a server's response that matter for a well-known document.
package struct FetchAnswer: Sendable, Hashable {
  /// The HTTP status.
  package var status: Int
  /// The header field `Content-Type` as received, if it is a single line of visible ASCII.
  package var contentType: String?
  /// The absolute URL of a redirect.
  package var redirect: String?
  /// The body; empty for a redirect.
  package var body: [UInt8]

  /// Creates an answer.
  package init(status: Int, contentType: String? = nil, redirect: String? = nil, body: [UInt8] = []) {
    self.status = status
    self.contentType = contentType
    self.redirect = redirect
    self.body = body
  }
}

/// The outcome of a fetching process: an answer or a failure.
package enum FetchOutcome: Sendable, Hashable {
  /// The server responded.
  case answer(FetchAnswer)
  /// There is no usable response.
  case failure(FetchFailure)

  /// The maximum size of an outcome without its body, in bytes.
  package static let maximumHeadByteCount = 8 * 1024

  /// The encoded outcome.
  package var encoded: [UInt8] {
    var lines = FetchLines()
    switch self {
    case .failure(let failure):
      lines.append("failure", failure.name)
      return lines.encoded ?? []
    case .answer(let answer):
      lines.append("status", String(answer.status))
      // A server's value that does not fit into a line is left out.
      if let type = answer.contentType, FetchLines.isValue(type), type.utf8.count <= 256 { lines.append("type", type) }
      if let redirect = answer.redirect, FetchLines.isValue(redirect), redirect.utf8.count <= 4096 { lines.append("redirect", redirect) }
      return (lines.encoded ?? []) + answer.body
    }
  }

  /// Reads an outcome; nil unless it is complete. The process that wrote it may have been compromised by the server.
  package init?(parsing bytes: [UInt8]) {
    guard let (lines, body) = FetchLines.parse(bytes) else { return nil }
    if let name = lines["failure"] {
      guard let failure = FetchFailure(name: name), body.isEmpty else { return nil }
      self = .failure(failure)
      return
    }
    guard let status = lines["status"].flatMap({ Int($0) }), (100...599).contains(status) else { return nil }
    self = .answer(FetchAnswer(status: status, contentType: lines["type"], redirect: lines["redirect"], body: Array(body)))
  }
}
