// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
package import SyncModel
import SyncServerStore

/// Why a request was refused, with what the client needs to go on; it says nothing of other accounts.
package struct SyncServerError: Error, Hashable, Sendable {
  /// The kinds of refusal; new kinds may be added.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's stable name, as it is sent.
    package let description: String

    private init(_ description: String) { self.description = description }

    /// The request is not in the one form that it has.
    package static let malformed = Code("malformed")
    /// The request, or something in it, is longer than it may be.
    package static let tooLarge = Code("too_large")
    /// The request's body did not come in time.
    package static let tooSlow = Code("too_slow")
    /// Something is of a version that this server does not know.
    package static let unsupportedVersion = Code("unsupported_version")
    /// The login was refused, whichever part of it was wrong.
    package static let loginRefused = Code("login_refused")
    /// There is no session of this token, or it has ended.
    package static let sessionEnded = Code("session_ended")
    /// The member may not do this: the recovery key does not commit, and nobody commits for another.
    package static let notAllowed = Code("not_allowed")
    /// A signature, a hash or a name in the request does not fit the rest of it.
    package static let mismatch = Code("mismatch")
    /// The account's first entries are not those of a former founding.
    package static let accountExists = Code("account_exists")
    /// Accounts are founded by invite here, and there is no such invite, or its time has passed, or it was used.
    package static let notInvited = Code("not_invited")
    /// The account is closed, and will be erased.
    package static let accountClosed = Code("account_closed")
    /// An entry does not follow from the log.
    package static let logInvalid = Code("log_invalid")
    /// The log has gone on; the entries that are missing come along.
    package static let staleLog = Code("stale_log")
    /// The commit does not know the log's end; the entries that are missing come along.
    package static let staleEpoch = Code("stale_epoch")
    /// The commit's parent is not the head, which comes along.
    package static let staleParent = Code("stale_parent")
    /// The checkpoint is not the latest any more.
    package static let staleCheckpoint = Code("stale_checkpoint")
    /// A number in the commit does not follow from the chain.
    package static let outOfOrder = Code("out_of_order")
    /// The account would take more than it may.
    package static let quotaExceeded = Code("quota_exceeded")
    /// There were too many requests of this kind.
    package static let rateLimited = Code("rate_limited")
    /// There is nothing under this name.
    package static let notFound = Code("not_found")
    /// The slot of the mailbox has, or had, a message; or the mailbox was made before.
    package static let taken = Code("taken")
    /// The message was taken before.
    package static let gone = Code("gone")
    /// The server cannot answer now; what was asked may be stored or not, and a repeat finds out.
    package static let unavailable = Code("unavailable")
  }

  /// The kind of refusal.
  package let code: Code
  /// How long to wait before the next try.
  package let retryAfter: Duration?
  /// The head, where the commit's parent was another.
  package let head: CommitPosition?
  /// The log's entries that the request did not know.
  package let entries: [[UInt8]]?

  /// Puts a refusal together.
  package init(_ code: Code, retryAfter: Duration? = nil, head: CommitPosition? = nil, entries: [[UInt8]]? = nil) {
    self.code = code
    self.retryAfter = retryAfter
    self.head = head
    self.entries = entries
  }

  /// What reading or storing failed with; no error of a lower module passes.
  init(_ error: any Error) {
    switch error {
    case let error as SyncServerError: self = error
    case is SyncStoreError: self.init(.unavailable, retryAfter: .seconds(5))
    case let error as CredentialCryptographyError where error.code == .unsupportedVersion: self.init(.unsupportedVersion)
    case let error as CredentialCryptographyError where error.code == .logInvalid: self.init(.logInvalid)
    case let error as SyncModelError where error.code == .unsupportedVersion: self.init(.unsupportedVersion)
    case let error as SyncModelError where error.code == .itemsMismatch: self.init(.mismatch)
    default: self.init(.malformed)
    }
  }
}
