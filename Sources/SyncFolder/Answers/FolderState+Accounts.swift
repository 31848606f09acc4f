// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SyncModel

extension FolderState {
  private static let mostEntriesPerAnswer = 64
  private static let mostAccounts = 64
  private static let sessionMilliseconds: UInt64 = 15 * 60 * 1000

  /// Creates an account, or finds it existing: `{1: cursor}`.
  mutating func foundAccount(_ request: FolderRequest) throws(SyncFolderError) -> CBORMap {
    let fields = try request.fields(1...2)
    let founding: MembershipLog
    let account: AccountIdentifier
    do {
      account = try fields.identifier(1)
      founding = try MembershipLog(
        verifying: try fields.array(2).map { try MembershipLogEntry(decoding: $0.bytesValue ?? []) })
    } catch {
      throw SyncFolderError(reading: error)
    }
    guard founding.entries.count == 2, founding.account == account else { throw SyncFolderError(.mismatch) }
    var view = try look(for: account)
    if view.log.line == nil {
      let shelf = Shelf(.entry, in: AccountView.place(of: account))
      for entry in founding.entries { try shelf.put(entry.encoded, with: files) }
      view = try look(for: account)
    }
    guard let line = view.log.line, line.entries.starts(with: founding.entries) else { throw SyncFolderError(.accountExists) }
    self.account = account
    return [1: view.cursor()]
  }

  /// Returns the accounts that have files here and were not transferred elsewhere: `{1: [account]}`.
  func accounts() throws(SyncFolderError) -> CBORMap {
    var accounts: [CBORValue] = []
    for name in try files.names(in: [AccountView.home]).sorted() {
      guard let bytes = Hexadecimal.bytes(name), let account = AccountIdentifier(bytes) else { continue }
      var (entries, leavings) = (Shelf(.entry, in: [AccountView.home, name]), Shelf(.left, in: [AccountView.home, name]))
      guard try !entries.look(at: files).news.files.isEmpty, try leavings.look(at: files).news.files.isEmpty else { continue }
      accounts.append(.bytes(account.bytes))
      guard accounts.count < Self.mostAccounts else { break }
    }
    return [1: .array(accounts)]
  }

  /// Returns a challenge to any caller; the answer to it is not checked.
  func challenge(_ request: FolderRequest) throws(SyncFolderError) -> CBORMap {
    let fields = try request.fields(1...2)
    do {
      _ = try fields.identifier(1) as AccountIdentifier
      _ = try fields.identifier(2) as DeviceIdentifier
    } catch {
      throw SyncFolderError(reading: error)
    }
    return [
      1: .bytes(files.environment.randomBytes(ServerStatement.challengeByteCount)), 2: .unsigned(files.environment.now()),
    ]
  }

  /// Selects the account for further requests: `{1: token, 2: end}`.
  mutating func beginSession(_ request: FolderRequest) throws(SyncFolderError) -> CBORMap {
    let fields = try request.fields(1...5)
    let account: AccountIdentifier
    do { account = try fields.identifier(1) } catch { throw SyncFolderError(reading: error) }
    guard try look(for: account).log.line != nil else { throw SyncFolderError(.notFound) }
    self.account = account
    let token = [UInt8](repeating: 0, count: 32)
    return [1: .bytes(token), 2: .unsigned(files.environment.now() + Self.sessionMilliseconds)]
  }

  /// Returns `{1: [entry], 2: total number of entries}`; for a split log, the entries of all its lines.
  mutating func log(_ request: FolderRequest) throws(SyncFolderError) -> CBORMap {
    let from = try request.number("from") ?? 0
    let (view, _) = try look()
    return [1: .array(Self.entries(from: from, in: view).map(CBORValue.bytes)), 2: .unsigned(UInt64(view.log.entries.count))]
  }

  static func entries(from place: UInt64, in view: AccountView) -> [[UInt8]] {
    view.log.entries.dropFirst(Int(clamping: place)).prefix(mostEntriesPerAnswer).map(\.encoded)
  }

  /// Appends `{1: entry}`: `{1: cursor}`.
  mutating func appendToLog(_ request: FolderRequest) throws(SyncFolderError) -> CBORMap {
    let fields = try request.fields(1...1)
    let entry: MembershipLogEntry
    do { entry = try MembershipLogEntry(decoding: try fields.bytes(1)) } catch { throw SyncFolderError(reading: error) }
    let (view, log) = try lookToWrite()
    if !view.log.isSplit, log.entries.contains(entry) { return [1: view.cursor()] }
    guard !view.log.isSplit, entry.sequence == UInt64(log.entries.count), entry.previous == log.head.hash else {
      throw SyncFolderError(.staleLog, entries: Self.entries(from: entry.sequence, in: view))
    }
    var grown = log
    do { try grown.follow(entry) } catch { throw SyncFolderError(reading: error) }
    guard entry.commitHeadSeen ?? MembershipLog.noHash == view.commits.head.hash else {
      throw SyncFolderError(.staleParent, head: view.commits.head)
    }
    try Shelf(.entry, in: AccountView.place(of: log.account)).put(entry.encoded, with: files)
    return [1: try look().view.cursor()]
  }
}
