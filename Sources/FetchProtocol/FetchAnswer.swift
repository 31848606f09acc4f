// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a server answered, as far as it matters for a well-known document.
package struct FetchAnswer: Sendable, Hashable {
  /// The HTTP status.
  package var status: Int
  /// The header field `Content-Type` as it came, if it is one line of visible ASCII.
  package var contentType: String?
  /// The absolute URL to which a redirect leads.
  package var redirect: String?
  /// The body; empty where the answer is a redirect.
  package var body: [UInt8]

  /// Gathers an answer.
  package init(status: Int, contentType: String? = nil, redirect: String? = nil, body: [UInt8] = []) {
    self.status = status
    self.contentType = contentType
    self.redirect = redirect
    self.body = body
  }
}

/// What a fetching process says before it ends: an answer, or why there is none.
package enum FetchOutcome: Sendable, Hashable {
  /// The server answered.
  case answer(FetchAnswer)
  /// There is no answer that may be used.
  case failure(FetchFailure)

  /// The most bytes that an outcome has beside its body.
  package static let maximumHeadByteCount = 8 * 1024

  /// The outcome as it is written.
  package var encoded: [UInt8] {
    var lines = FetchLines()
    switch self {
    case .failure(let failure):
      lines.append("failure", failure.name)
      return lines.encoded ?? []
    case .answer(let answer):
      lines.append("status", String(answer.status))
      // What a server wrote and does not fit into a line is not worth more than nothing.
      if let type = answer.contentType, FetchLines.isValue(type), type.utf8.count <= 256 { lines.append("type", type) }
      if let redirect = answer.redirect, FetchLines.isValue(redirect), redirect.utf8.count <= 4096 { lines.append("redirect", redirect) }
      return (lines.encoded ?? []) + answer.body
    }
  }

  /// Reads an outcome, or returns nil unless it is whole; who wrote it may have been taken over by whom it spoke to.
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
