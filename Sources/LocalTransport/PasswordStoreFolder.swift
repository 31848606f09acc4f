// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalEndpoint
package import SecretMemory

/// A store of `pass` or gopass, whose entries the person's own GnuPG decrypts: it asks for the passphrase of their key, and no secret of theirs is
/// in a file on the way.
package struct PasswordStoreFolder: Sendable {
  /// Why it is not read.
  package enum Failure: Error, Equatable {
    /// A folder of it may not be read, for the system's reason.
    case folderUnreadable(path: String, errorNumber: Int32)
    /// GnuPG is not installed.
    case programMissing
    /// GnuPG does not decrypt this entry.
    case notOpened(entry: String)
  }

  /// Longer entries are no passwords.
  private static let longestEntry = 4 << 20

  private let path: String

  /// - Returns: nil where a folder is no store: its key is named in it.
  package init?(path: String) {
    guard access(path + "/.gpg-id", R_OK) == 0 else { return nil }
    self.path = path
  }

  /// Where this person's store is, if they have one: `pass` names its place, and has one of its own where nobody did; so has gopass.
  package static var usualPlace: String? {
    let home = environmentVariable("HOME")
    let data = environmentVariable("XDG_DATA_HOME") ?? home.map { $0 + "/.local/share" }
    let places = [environmentVariable("PASSWORD_STORE_DIR"), home.map { $0 + "/.password-store" }, data.map { $0 + "/gopass/stores/root" }]
    return places.compactMap(\.self).first { PasswordStoreFolder(path: $0) != nil }
  }

  /// What stands before the entries of a store on the way to the vault.
  package static func begin() -> CollectedSecret {
    let collected = CollectedSecret()
    collected.append("PFPS0001".utf8)
    return collected
  }

  /// Adds an entry to those on the way.
  package static func append(_ entry: String, _ text: SharedSecret, to collected: CollectedSecret) {
    append(entry.utf8.count, to: collected)
    collected.append(entry.utf8)
    append(text.byteCount, to: collected)
    collected.append(text)
  }

  /// Decrypts an entry; it waits for the person where their key asks for its passphrase.
  package func decrypt(_ entry: String) throws(Failure) -> SharedSecret {
    let run = ProgramRun(
      program: "gpg", arguments: ["--quiet", "--yes", "--decrypt", path + "/" + entry], outputLimit: Self.longestEntry, timeLimit: nil)
    do {
      let outcome = try run.run()
      if outcome.status == 0, let text = outcome.output { return text }
    } catch .missing {
      throw .programMissing
    } catch {}
    throw .notOpened(entry: entry)
  }

  // MARK: The folder

  // Folders of programs: of git, of pass's extensions, of GnuPG, of gopass.
  private static let foldersOfPrograms: Set<String> = [".git", ".extensions", ".gnupg", ".public-keys", ".age-recipients"]

  /// The paths of all entries, in their order; a name may begin with a full stop, as `pass` itself takes it.
  package func entries() throws(Failure) -> [String] {
    var (found, folders): ([String], [String]) = ([], [""])
    while let relative = folders.popLast() {
      let place = relative.isEmpty ? path : path + "/" + relative
      guard let stream = opendir(place) else { throw .folderUnreadable(path: place, errorNumber: errno) }
      defer { closedir(stream) }
      while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        // What other systems write beside a file begins so.
        if name == "." || name == ".." || name.hasPrefix("._") { continue }
        let child = relative.isEmpty ? name : relative + "/" + name
        var status = stat()
        guard lstat(path + "/" + child, &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR {
          if !Self.foldersOfPrograms.contains(name) { folders.append(child) }
        } else if name.hasSuffix(".gpg") {
          found.append(child)
        }
      }
    }
    return found.sorted()
  }

  // MARK: The stream

  private static func append(_ number: Int, to collected: CollectedSecret) {
    collected.append((0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) })
  }
}
