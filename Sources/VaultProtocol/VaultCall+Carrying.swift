// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalTransport

extension VaultCall {
  /// A carrier's question or report. It takes one task after another in each lane, and reports each outcome before asking for the next.
  package struct CarryStep: Codable, Hashable, Sendable {
    /// The parallel lanes.
    package enum Lane: String, Codable, Sendable, CaseIterable {
      /// Reading and writing, one task at a time.
      case work
      /// The wait for news, which may take a minute.
      case events
    }
    /// The kinds of step.
    package enum Kind: String, Codable, Sendable {
      /// Asks for the lane's next task. The vault answers as soon as there is one, or after a while with `done`; the carrier then asks
      /// again.
      case next
      /// Asks for the next part of the task's body.
      case part
      /// Reports the outcome of the task; the secret part is the start of the reply's body.
      case outcome
      /// Sends more of the reply's body, which is the secret part.
      case outcomePart = "outcome-part"
    }
    /// The length in bytes of every part of a body but the last, which has the remainder.
    package static let partByteCount = SocketFrameLimits.secret
    /// The maximum length of the body of a task or a reply, in bytes: 6 MiB.
    package static let longestBody = 6 << 20

    /// The lane.
    package var lane: Lane
    /// The kind of step.
    package var kind: Kind
    /// An outcome's HTTP status (RFC 9110 §15); nil if there was no reply.
    package var status: Int?
    /// The number of seconds after which the other side wants the next request; nil if it did not say.
    package var retryAfter: Int?
    /// The reason for a missing reply; nil if there was one.
    package var failure: CarryFailure?
    /// Whether the body ends with this step's secret part; nil for a step without one.
    package var isLast: Bool?

    /// Creates a step.
    package init(
      _ kind: Kind, in lane: Lane, status: Int? = nil, retryAfter: Int? = nil, failure: CarryFailure? = nil, isLast: Bool? = nil
    ) {
      self.lane = lane
      self.kind = kind
      self.status = status
      self.retryAfter = retryAfter
      self.failure = failure
      self.isLast = isLast
    }
  }
}

/// The reason that a task got no reply; each has its own message for the user.
package enum CarryFailure: String, Codable, Hashable, Sendable {
  /// Nothing listens there, or there is no route to it.
  case noConnection = "no-connection"
  /// The server's name cannot be resolved.
  case nameNotFound = "name-not-found"
  /// The certificate is not trusted, not for this name, or expired; also caused by a hotel's or train's login page.
  case untrustedCertificate = "untrusted-certificate"
  /// The reply did not come from a sync server but from a page, a redirect, or another service.
  case notAServer = "not-a-server"
  /// A web server answered that the server behind it has a fault.
  case serverFault = "server-fault"
  /// The proxy refused or cannot be reached.
  case proxyFailed = "proxy-failed"
  /// No complete reply came in time.
  case timedOut = "timed-out"
  /// The reply is longer than any in the protocol.
  case tooLong = "too-long"
  /// The folder may not be read.
  case folderUnreadable = "folder-unreadable"
  /// There is no such folder.
  case folderMissing = "folder-missing"
  /// A file stands where the folder should be.
  case folderIsFile = "folder-is-file"
  /// The folder cannot be written to: the disk is full, or permission is missing.
  case folderUnwritable = "folder-unwritable"
  /// Something else.
  case other

  /// Decodes a code; an unknown one becomes ``other``.
  package init(from decoder: any Decoder) throws {
    self = CarryFailure(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .other
  }
}
