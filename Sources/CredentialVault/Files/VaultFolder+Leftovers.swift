// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

/// Folders that remain next to a vault when a process ends while it creates, restores or repairs one.
extension VaultFolder {
  private static let (nurseryMark, nurseryDigits) = (".new-", 16)

  /// The suffix of the vault's name, with enough digits that no user names a copy like that.
  static func nurseryEnding(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return nurseryMark + String(repeating: "0", count: nurseryDigits - digits.count) + digits
  }

  /// The names of leftovers that no process works on: usually complete copies of the vault, which open with the passphrase of their time.
  var leftovers: [String] {
    let own = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    return names.sorted().filter { name in
      guard name.hasPrefix(own), name != own else { return false }
      let end = name.dropFirst(own.count)
      let digits = end.dropFirst(Self.nurseryMark.count)
      let isNursery = end.hasPrefix(Self.nurseryMark) && digits.count == Self.nurseryDigits && digits.allSatisfy(\.isHexDigit)
      guard isNursery || end == ".replaced" else { return false }
      let folder = leftover(name)
      var status = stat()
      guard lstat(folder.path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return false }
      return !VaultLock.isHeld(at: folder.lock)
    }
  }

  /// Removes the leftovers; the caller holds the vault's lock. A replaced vault under its temporary name stays, since it may be the only
  /// copy.
  func clearLeftovers() {
    for name in leftovers where !name.hasSuffix(".replaced") {
      let folder = leftover(name)
      guard let lock = try? VaultLock(at: folder.lock) else { continue }
      clear(folder)
      lock.release()
    }
  }

  /// Removes one leftover, after moving files that do not belong to the vault into this folder. A file whose name is taken stays.
  func clear(_ leftover: VaultFolder) {
    takeOver(from: leftover)
    for name in leftover.names where Self.isVaults(name) { try? FileManager.default.removeItem(atPath: leftover.path + "/" + name) }
    rmdir(leftover.path)
  }

  /// Moves files that do not belong to the vault into this folder, unless their names are taken: the user's list of breached passwords, of
  /// any length, and files that other programs leave in folders.
  func takeOver(from former: VaultFolder) {
    var status = stat()
    for name in former.names where !Self.isVaults(name) && lstat(path + "/" + name, &status) != 0 {
      rename(former.path + "/" + name, path + "/" + name)
    }
  }

  private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

  private func leftover(_ name: String) -> VaultFolder { VaultFolder(parent + "/" + name, beside: self) }

  /// Whether the vault uses this file name.
  private static func isVaults(_ name: String) -> Bool {
    let ending = ".draft"
    return fileNames.contains(name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name)
  }

  private static let fileNames: Set<String> = {
    let folder = VaultFolder("", beside: VaultFolder(URL(filePath: "/")))
    let files = [
      folder.keyFile, folder.nextKeyFile, folder.index, folder.indexJournal, folder.reports, folder.releases, folder.missedRecoveryKey,
      folder.importJournal, folder.pin, folder.finger, folder.idleTime, folder.lock, folder.witness,
    ]
    let databases = [folder.database, folder.database + ".trial"].flatMap { path in ["", "-wal", "-shm", "-journal"].map { path + $0 } }
    return Set((files + databases).map { String($0.dropFirst()) })
  }()
}
