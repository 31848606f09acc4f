// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalEndpoint
import SecretMemory

/// A store of `pass` or gopass, whose entries the person's own GnuPG decrypts: it asks for the passphrase of their key, and no secret of theirs is
/// in a file on the way.
enum PasswordStoreSource {
  /// Longer entries are no passwords.
  private static let longestEntry = 4 << 20

  /// Whether a folder is a store: its key is named in it.
  static func isStore(_ path: String) -> Bool { access(path + "/.gpg-id", R_OK) == 0 }

  /// Decrypts a whole store.
  ///
  /// - Parameter hear: Hears how many of how many entries are decrypted.
  /// - Throws: `programMissing` without GnuPG; `storeNotOpened` for an entry that it does not decrypt; `system`.
  static func decrypt(folder: String, hear: (Int, Int) -> Void) throws(CommandFailure) -> CollectedSource {
    let entries = try entries(of: folder)
    let collected = CollectedSource()
    collected.append("PFPS0001".utf8)
    for (number, entry) in entries.enumerated() {
      hear(number, entries.count)
      let run = ProgramRun(
        program: "gpg", arguments: ["--quiet", "--yes", "--decrypt", folder + "/" + entry], outputLimit: longestEntry, timeLimit: nil)
      let outcome = try run.run()
      guard outcome.status == 0, let text = outcome.output else { throw .storeNotOpened(entry: entry) }
      append(entry.utf8.count, to: collected)
      collected.append(entry.utf8)
      append(text.byteCount, to: collected)
      collected.append(text)
    }
    hear(entries.count, entries.count)
    return collected
  }

  // MARK: The folder

  // Folders of programs: of git, of pass's extensions, of GnuPG, of gopass.
  private static let foldersOfPrograms: Set<String> = [".git", ".extensions", ".gnupg", ".public-keys", ".age-recipients"]

  /// The paths of all entries, in their order; a name may begin with a full stop, as `pass` itself takes it.
  private static func entries(of folder: String) throws(CommandFailure) -> [String] {
    var (found, folders): ([String], [String]) = ([], [""])
    while let relative = folders.popLast() {
      let path = relative.isEmpty ? folder : folder + "/" + relative
      guard let stream = opendir(path) else { throw .system(path: path, errorNumber: errno) }
      defer { closedir(stream) }
      while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        // What other systems write beside a file begins so.
        if name == "." || name == ".." || name.hasPrefix("._") { continue }
        let child = relative.isEmpty ? name : relative + "/" + name
        var status = stat()
        guard lstat(folder + "/" + child, &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR {
          if !foldersOfPrograms.contains(name) { folders.append(child) }
        } else if name.hasSuffix(".gpg") {
          found.append(child)
        }
      }
    }
    return found.sorted()
  }

  // MARK: The stream

  private static func append(_ number: Int, to collected: CollectedSource) {
    collected.append((0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) })
  }
}
