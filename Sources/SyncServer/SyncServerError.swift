// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
package import SyncModel
import SyncServerStore

/// The reason that a request was refused, with the data that the client needs to continue. It reveals nothing about other accounts.
package struct SyncServerError: Error, Hashable, Sendable {
  /// The kinds of error; new kinds may be added.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's stable name, as sent.
    package let description: String

    private init(_ description: String) { self.description = description }

    /// The request is not in its canonical form.
    package static let malformed = Code("malformed")
    /// The request, or a part of it, is too long.
    package static let tooLarge = Code("too_large")
    /// The request's body did not arrive in time.
    package static let tooSlow = Code("too_slow")
    /// The request contains a version that this server does not know.
    package static let unsupportedVersion = Code("unsupported_version")
    /// The login was refused, whichever part of it was wrong.
    package static let loginRefused = Code("login_refused")
    /// There is no session of this token, or it has ended.
    package static let sessionEnded = Code("session_ended")
    /// The member may not do this: the recovery key cannot commit, and a device cannot commit for another.
    package static let notAllowed = Code("not_allowed")
    /// A signature, a hash or a name in the request does not match the rest of it.
    package static let mismatch = Code("mismatch")
    /// The account exists with other first entries.
    package static let accountExists = Code("account_exists")
    /// Creating an account requires an invite here, and the invite does not exist, has expired, or was used.
    package static let notInvited = Code("not_invited")
    /// The account is closed, and will be erased.
    package static let accountClosed = Code("account_closed")
    /// An entry does not follow from the log.
    package static let logInvalid = Code("log_invalid")
    /// The log has grown; the reply includes the missing entries.
    package static let staleLog = Code("stale_log")
    /// The commit does not know the log's end; the reply includes the missing entries.
    package static let staleEpoch = Code("stale_epoch")
    /// The commit's parent is not the head; the reply includes the head.
    package static let staleParent = Code("stale_parent")
    /// The checkpoint is no longer the latest.
    package static let staleCheckpoint = Code("stale_checkpoint")
    /// A number in the commit does not follow from the chain.
    package static let outOfOrder = Code("out_of_order")
    /// The account would exceed its quota.
    package static let quotaExceeded = Code("quota_exceeded")
    /// There were too many requests of this kind.
    package static let rateLimited = Code("rate_limited")
    /// There is nothing under this name.
    package static let notFound = Code("not_found")
    /// The slot of the mailbox has, or had, a message; or the mailbox already exists.
    package static let taken = Code("taken")
    /// The message was taken before.
    package static let gone = Code("gone")
    /// The server cannot reply now. The request may have been carried out or not; repeating it is safe.
    package static let unavailable = Code("unavailable")
  }

  /// The kind of error.
  package let code: Code
  /// The time to wait before the next attempt.
  package let retryAfter: Duration?
  /// The head, if the commit's parent was another.
  package let head: CommitPosition?
  /// The log's entries unknown to the request.
  package let entries: [[UInt8]]?

  /// For `unavailable`: what the database failed with, for the operator's log; nobody else is told.
  package private(set) var databaseFailure: String?

  /// Creates an error.
  package init(_ code: Code, retryAfter: Duration? = nil, head: CommitPosition? = nil, entries: [[UInt8]]? = nil) {
    self.code = code
    self.retryAfter = retryAfter
    self.head = head
    self.entries = entries
  }

  /// Translates a decoding or storage error; no error of a lower module is passed on.
  init(_ error: any Error) {
    switch error {
    case let error as SyncServerError: self = error
    case let error as SyncStoreError:
      self.init(.unavailable, retryAfter: .seconds(5))
      databaseFailure = error.reason
    case let error as CredentialCryptographyError where error.code == .unsupportedVersion: self.init(.unsupportedVersion)
    case let error as CredentialCryptographyError where error.code == .logInvalid: self.init(.logInvalid)
    case let error as SyncModelError where error.code == .unsupportedVersion: self.init(.unsupportedVersion)
    case let error as SyncModelError where error.code == .itemsMismatch: self.init(.mismatch)
    default: self.init(.malformed)
    }
  }
}
