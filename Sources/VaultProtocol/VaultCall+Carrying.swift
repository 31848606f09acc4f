// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalTransport

extension VaultCall {
  /// What a carrier asks or tells: it takes one task after another in each lane, and answers each before it asks for the next.
  package struct CarryStep: Codable, Hashable, Sendable {
    /// What goes on beside each other.
    package enum Lane: String, Codable, Sendable, CaseIterable {
      /// Reading and writing, one task at a time.
      case work
      /// The wait for news, which may take a minute.
      case events
    }
    /// Which step it is.
    package enum Kind: String, Codable, Sendable {
      /// Asks for the lane's next task. The vault answers as soon as there is one, or with `done` after a while: then it is asked again.
      case next
      /// Asks for the next part of the task's body.
      case part
      /// Tells what became of the task; the secret part is the beginning of the answer's body.
      case outcome
      /// Tells more of the answer's body, which is the secret part.
      case outcomePart = "outcome-part"
    }
    /// The length in bytes of every part of a body but the last, which has what is left.
    package static let partByteCount = SocketFrameLimits.secret
    /// The longest body of a task or an answer, in bytes: 6 MiB.
    package static let longestBody = 6 << 20

    /// Which lane it is about.
    package var lane: Lane
    /// Which step it is.
    package var kind: Kind
    /// An outcome's status, as HTTP numbers them (RFC 9110 §15); nil where no answer came.
    package var status: Int?
    /// After how many seconds the other side wants to be asked again, where it said so.
    package var retryAfter: Int?
    /// Why no answer came; nil where one did.
    package var failure: CarryFailure?
    /// Whether the body ends with this step's secret part; nil for a step that has none.
    package var isLast: Bool?

    /// Puts a step together.
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

/// Why a task came to no answer; each has words of its own for a person.
package enum CarryFailure: String, Codable, Hashable, Sendable {
  /// Nobody listens there, or there is no way to it.
  case noConnection = "no-connection"
  /// The server's name leads nowhere.
  case nameNotFound = "name-not-found"
  /// The certificate is not trusted, not for this name, or out of date; also what a hotel's or train's login page causes.
  case untrustedCertificate = "untrusted-certificate"
  /// Somebody else answered: a page, a redirect, or another service.
  case notAServer = "not-a-server"
  /// The proxy refused or cannot be reached.
  case proxyFailed = "proxy-failed"
  /// No whole answer came in time.
  case timedOut = "timed-out"
  /// The answer is longer than any that the protocol has.
  case tooLong = "too-long"
  /// The folder is not there, or may not be read.
  case folderUnreadable = "folder-unreadable"
  /// The folder cannot be written to: the disk is full, or it is not allowed.
  case folderUnwritable = "folder-unwritable"
  /// Something else.
  case other

  /// Reads a code; one that is not known is ``other``.
  package init(from decoder: any Decoder) throws {
    self = CarryFailure(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .other
  }
}
