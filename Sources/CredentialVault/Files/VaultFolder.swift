// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPassfoldSystem
import FoundationEssentials
import Glibc

/// The vault's folder (0700) and its files (0600). No symbolic link is followed.
struct VaultFolder: Sendable {
  let path: String
  /// The folder of complete copies. It is next to the vault, so that losing one folder does not lose the other.
  let snapshots: String
  /// Held for a temporary folder that will replace another one, so that it is not cleared away; nil for a vault's own folder.
  let nurseryLock: VaultLock?

  init(_ url: URL) {
    path = url.path(percentEncoded: false).trimmingSuffix("/")
    snapshots = path + ".snapshots"
    nurseryLock = nil
  }

  /// Creates a folder next to a vault's.
  init(_ path: String, beside vault: VaultFolder, nurseryLock: VaultLock? = nil) {
    self.path = path
    snapshots = vault.snapshots
    self.nurseryLock = nurseryLock
  }

  /// Whether this is a temporary folder that will replace another one.
  var isNursery: Bool { nurseryLock != nil }
  var keyFile: String { path + "/vault.keys" }
  var nextKeyFile: String { path + "/vault.keys.next" }
  var database: String { path + "/vault.sqlite" }
  var index: String { path + "/index.sealed" }
  var indexJournal: String { path + "/index.journal" }
  var reports: String { path + "/reports.sealed" }
  var releases: String { path + "/releases.sealed" }
  /// An empty file that exists until the user confirms that the latest recovery key is on paper.
  var missedRecoveryKey: String { path + "/recovery-key.missed" }
  /// The journal that undoes the last import.
  var importJournal: String { path + "/import.undo" }
  var pin: String { path + "/pin.sealed" }
  var finger: String { path + "/finger.chosen" }
  var idleTime: String { path + "/idle.chosen" }
  /// The user's own file. It is not secret, and the vault must not change, copy or remove it.
  var breachedPasswords: String { path + "/breached-passwords" }
  var lock: String { path + "/vault.lock" }
  var witness: String { path + "/witness.sealed" }
  /// The second copy of the witness.
  var otherWitness: String { snapshots + "/witness.sealed" }
  /// The vault's temporary path during a replacement on a file system that cannot exchange two names.
  var replaced: String { path + ".replaced" }
  var parent: String {
    let end = path.lastIndex(of: "/") ?? path.startIndex
    return end == path.startIndex ? "/" : String(path[..<end])
  }

  /// Checks that the folder is a folder, belongs to this user and is closed to others, and does the same for each existing file.
  func secure() throws(CredentialVaultError) {
    try Self.secure(path, kind: S_IFDIR, mode: 0o700)
    let files = [
      keyFile, nextKeyFile, database, database + "-wal", database + "-shm", index, indexJournal, reports, releases, importJournal, pin,
      finger, idleTime, lock,
      witness, missedRecoveryKey,
    ]
    for file in files {
      do {
        try Self.secure(file, kind: S_IFREG, mode: 0o600)
      } catch  where error.code == .missing {
        continue
      }
    }
  }

  private static func secure(_ path: String, kind: mode_t, mode: mode_t) throws(CredentialVaultError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw CredentialVaultError(errorNumber: errno) }
    if status.st_mode & S_IFMT == S_IFDIR, kind == S_IFREG { throw CredentialVaultError(.unreadable) }
    guard status.st_mode & S_IFMT == kind else { throw CredentialVaultError(.unsafeLocation) }
    // Only root may maintain a vault that belongs to another user.
    guard status.st_uid == geteuid() || geteuid() == 0 else { throw CredentialVaultError(.unsafeLocation) }
    if status.st_mode & 0o077 != 0 { _ = chmod(path, mode & status.st_mode) }
  }

  /// Whether the path has a vault or half of one: its keys or its database. Any other files belong to the user.
  func isTaken() throws(CredentialVaultError) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return false }
      throw CredentialVaultError(errorNumber: errno)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw CredentialVaultError(.unsafeLocation) }
    for file in [keyFile, nextKeyFile, database] {
      if lstat(file, &status) == 0 { return true }
      guard errno == ENOENT else { throw CredentialVaultError(errorNumber: errno) }
    }
    return false
  }

  /// Creates an empty folder next to this one, in which a vault is built before it gets its name.
  func makeNursery(using generator: inout some RandomNumberGenerator) throws(CredentialVaultError) -> VaultFolder {
    try Self.makeFolders(parent)
    let place = path + Self.nurseryEnding(.random(in: .min ... .max, using: &generator))
    guard mkdir(place, 0o700) == 0 else { throw CredentialVaultError(errorNumber: errno) }
    do {
      return VaultFolder(place, beside: self, nurseryLock: try VaultLock(at: VaultFolder(place, beside: self).lock))
    } catch {
      try? FileManager.default.removeItem(atPath: place)
      throw error
    }
  }

  /// Creates a folder and its missing parents.
  static func makeFolders(_ path: String) throws(CredentialVaultError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let end = path.lastIndex(of: "/"), end > path.startIndex else { throw CredentialVaultError(errorNumber: errno) }
    try makeFolders(String(path[..<end]))
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw CredentialVaultError(errorNumber: errno) }
  }

  /// Gives a finished vault its name, durably, and keeps the user's own files there. Fails if another vault has the name by now.
  func adopt(_ nursery: VaultFolder) throws(CredentialVaultError) {
    try VaultFile.synchronise(nursery.path)
    if rename(nursery.path, path) != 0 {
      guard errno == ENOTEMPTY || errno == EEXIST else { throw CredentialVaultError(errorNumber: errno) }
      try exchange(with: nursery)
      if try nursery.isTaken() {
        try exchange(with: nursery)
        throw CredentialVaultError(.alreadyExists)
      }
      clear(nursery)
    }
    nursery.nurseryLock?.release()
    try VaultFile.synchronise(parent)
  }

  /// Replaces this vault with a finished one, in one step that is durable when this returns. The old vault then has the nursery's name.
  func exchange(with nursery: VaultFolder) throws(CredentialVaultError) {
    try VaultFile.synchronise(nursery.path)
    if passfold_exchange_names(path, nursery.path) != 0 {
      guard errno == EINVAL || errno == ENOSYS else { throw CredentialVaultError(errorNumber: errno) }
      // Between the two steps the vault has a name under which the next opening finds it.
      guard rename(path, replaced) == 0, rename(nursery.path, path) == 0, rename(replaced, nursery.path) == 0 else {
        let number = errno
        takeBackReplaced()
        throw CredentialVaultError(errorNumber: number)
      }
    }
    try VaultFile.synchronise(parent)
  }

  /// Restores the name of a vault whose replacement was interrupted between two steps.
  func takeBackReplaced() {
    var status = stat()
    if lstat(path, &status) != 0, errno == ENOENT, lstat(replaced, &status) == 0 { rename(replaced, path) }
  }

  /// Creates the folder of snapshots if it does not exist.
  /// - Throws: `unsafeLocation` if something else is there.
  func makeSnapshotFolder() throws(CredentialVaultError) {
    if mkdir(snapshots, 0o700) == 0 { return try VaultFile.synchronise(parent) }
    guard errno == EEXIST else { throw CredentialVaultError(errorNumber: errno) }
    try Self.secure(snapshots, kind: S_IFDIR, mode: 0o700)
  }

  /// Replaces this vault, which could not be read throughout, with a finished one. Keeps the old folder under a name that says so, and
  /// returns its path.
  func exchange(with nursery: VaultFolder, settingAsideAt now: Date) throws(CredentialVaultError) -> String {
    let time = now.formatted(Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted))
    var place = "\(path).set-aside-\(time)"
    var number = 2
    while access(place, F_OK) == 0 {
      place = "\(path).set-aside-\(time)-\(number)"
      number += 1
    }
    // It gets that name from the start, because folders named as a nursery are cleared away.
    guard rename(nursery.path, place) == 0 else { throw CredentialVaultError(errorNumber: errno) }
    let aside = VaultFolder(place, beside: self)
    do {
      try exchange(with: aside)
    } catch {
      aside.discard()
      throw error
    }
    takeOver(from: aside)
    return place
  }

  /// Removes a folder that never got its name.
  func discard() { try? FileManager.default.removeItem(atPath: path) }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: Character) -> String {
    var text = self
    while text.count > 1, text.last == suffix { text.removeLast() }
    return text
  }
}
