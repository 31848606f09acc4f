// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SyncModel
import Synchronization

/// A folder that other software synchronises, replying like a sync server (docs/formats/sync-folder.md, docs/protocols/sync-server.md).
///
/// It has no key, and devices verify everything they read from it. It creates files and never changes them, and removes only the parts of
/// files that no record names. Its replies depend only on the existing files, so copies of the folder with the same files reply alike.
/// Requests are processed one after another.
package final class SyncFolder: Sendable {
  private let state: Mutex<FolderState>

  /// Creates a value for an existing folder.
  package init(path: String, environment: FolderEnvironment = .live) {
    state = Mutex(FolderState(files: FolderFiles(root: path, environment: environment)))
  }

  /// Answers a request.
  ///
  /// The account is the one of the last `POST /v1/session` or `POST /v1/accounts`; there are no tokens to check.
  /// - Parameters:
  ///   - method: `GET`, `POST`, `PUT` or `DELETE`.
  ///   - path: The path with its query.
  ///   - body: The body; empty if there is none.
  package func answer(_ method: String, _ path: String, _ body: [UInt8]) -> (status: Int, body: [UInt8]) {
    state.withLock { state in
      do throws(SyncFolderError) {
        let answer = try state.answer(try FolderRequest(method, path, body))
        return answer.isEmpty ? (204, []) : (200, Self.encode(answer))
      } catch {
        return (error.code.status, Self.encode(error.body))
      }
    }
  }

  private static func encode(_ map: CBORMap) -> [UInt8] { CBOREncoder(profile: .deterministic).encode(.map(map)) }
}

/// The account of the requests, and the data read of it.
struct FolderState: Sendable {
  let files: FolderFiles
  var account: AccountIdentifier?
  var view: AccountView?

  init(files: FolderFiles) { self.files = files }

  /// - Throws: The refusal.
  mutating func answer(_ request: FolderRequest) throws(SyncFolderError) -> CBORMap {
    let mailbox = "/v1/mailbox/"
    let blobs = "/v1/blobs/"
    switch (request.method, request.path) {
    case ("POST", "/v1/accounts"): return try foundAccount(request)
    case ("GET", "/v1/accounts"): return try accounts()
    case ("POST", "/v1/session/challenge"): return try challenge(request)
    case ("POST", "/v1/session"): return try beginSession(request)
    case ("GET", "/v1/log"): return try log(request)
    case ("POST", "/v1/log"): return try appendToLog(request)
    case ("POST", "/v1/commits"): return try push(request)
    case ("POST", "/v1/rewraps"): return try rewrap(request)
    case ("GET", "/v1/changes"): return try changes(request)
    case ("GET", "/v1/checkpoint"): return try checkpoint(request)
    case ("GET", "/v1/events"): return try events(request)
    case ("GET", "/v1/blobs"): return try self.blobs(request)
    case ("DELETE", "/v1/blobs"): return try removeBlobs(request)
    case ("PUT", let path) where path.hasPrefix(blobs): return try putChunks(request, of: path.dropFirst(blobs.count))
    case ("GET", let path) where path.hasPrefix(blobs): return try chunks(request, of: path.dropFirst(blobs.count))
    case ("POST", "/v1/accounts/carried"): return try carryAccount(request)
    case ("DELETE", "/v1/account"): return try leaveAccount(request)
    case ("PUT", let path) where path.hasPrefix(mailbox): return try put(request, into: path.dropFirst(mailbox.count))
    case ("GET", let path) where path.hasPrefix(mailbox): return try take(request, from: path.dropFirst(mailbox.count))
    default: throw SyncFolderError(.notFound)
    }
  }

  /// Returns the account's current view, with its log.
  /// - Throws: `sessionEnded` if no account was selected, `notFound` if the folder has no log of it, `unavailable`.
  mutating func look() throws(SyncFolderError) -> (view: AccountView, log: MembershipLog) {
    guard let account else { throw SyncFolderError(.sessionEnded) }
    let view = try look(for: account)
    guard let log = view.log.line else { throw SyncFolderError(.notFound) }
    return (view, log)
  }

  /// As ``look()``, for a request that writes.
  /// - Throws: `accountClosed` if the account was transferred elsewhere.
  mutating func lookToWrite() throws(SyncFolderError) -> (view: AccountView, log: MembershipLog) {
    let (view, log) = try look()
    guard !view.isLeft else { throw SyncFolderError(.accountClosed) }
    return (view, log)
  }

  mutating func look(for account: AccountIdentifier) throws(SyncFolderError) -> AccountView {
    var view = self.view.flatMap { $0.account == account ? $0 : nil } ?? AccountView(of: account)
    // Moved out while it is changed, so that it is not copied.
    self.view = nil
    try view.look(at: files)
    self.view = view
    return view
  }
}

extension AccountView {
  var end: FolderCursor { FolderCursor(commit: commits.head, entryCount: UInt64(log.entries.count)) }

  func cursor(at commit: CommitPosition? = nil) -> CBORValue {
    .bytes(commit.map { FolderCursor(commit: $0, entryCount: end.entryCount).bytes } ?? end.bytes)
  }
}
