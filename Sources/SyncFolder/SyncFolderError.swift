// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SyncModel

/// The reason that a request was refused: the codes of docs/protocols/sync-server.md and one more.
struct SyncFolderError: Error, Hashable {
  struct Code: Hashable {
    let description: String
    let status: Int

    static let malformed = Code(description: "malformed", status: 400)
    static let unsupportedVersion = Code(description: "unsupported_version", status: 400)
    /// No session was started since the process started, so the account is unknown.
    static let sessionEnded = Code(description: "session_ended", status: 401)
    static let notAllowed = Code(description: "not_allowed", status: 403)
    static let notFound = Code(description: "not_found", status: 404)
    static let staleParent = Code(description: "stale_parent", status: 409)
    static let staleEpoch = Code(description: "stale_epoch", status: 409)
    static let staleLog = Code(description: "stale_log", status: 409)
    static let staleCheckpoint = Code(description: "stale_checkpoint", status: 409)
    /// The line shown by the folder does not contain the cursor's commit: read it again from the beginning.
    static let rebased = Code(description: "rebased", status: 409)
    static let accountExists = Code(description: "account_exists", status: 409)
    static let taken = Code(description: "taken", status: 409)
    /// The account was transferred to another place; the files here are still readable.
    static let accountClosed = Code(description: "account_closed", status: 410)
    static let tooLarge = Code(description: "too_large", status: 413)
    static let mismatch = Code(description: "mismatch", status: 422)
    static let logInvalid = Code(description: "log_invalid", status: 422)
    static let outOfOrder = Code(description: "out_of_order", status: 422)
    /// The folder cannot be read or written; nothing of the request is stored.
    static let unavailable = Code(description: "unavailable", status: 503)
  }

  let code: Code
  let head: CommitPosition?
  let entries: [[UInt8]]?

  init(_ code: Code, head: CommitPosition? = nil, entries: [[UInt8]]? = nil) {
    self.code = code
    self.head = head
    self.entries = entries
  }

  /// Translates a reading error; no error of a lower module is passed on.
  init(reading error: any Error) {
    switch error {
    case let error as SyncFolderError: self = error
    case let error as CredentialCryptographyError where error.code == .unsupportedVersion: self.init(.unsupportedVersion)
    case let error as CredentialCryptographyError where error.code == .logInvalid: self.init(.logInvalid)
    case let error as SyncModelError where error.code == .unsupportedVersion: self.init(.unsupportedVersion)
    case let error as SyncModelError where error.code == .itemsMismatch: self.init(.mismatch)
    default: self.init(.malformed)
    }
  }

  /// The reply's body.
  var body: CBORMap {
    var entries = [CBORMap.Entry(key: 1, value: .text(code.description))]
    if let head { entries.append(.init(key: 2, value: head.value)) }
    if let log = self.entries { entries.append(.init(key: 3, value: .array(log.map(CBORValue.bytes)))) }
    return CBORMap(entries) ?? CBORMap()
  }
}

extension CommitPosition {
  /// Number and hash, as in replies.
  var value: CBORValue { .array([.unsigned(number), .bytes(hash)]) }
}
