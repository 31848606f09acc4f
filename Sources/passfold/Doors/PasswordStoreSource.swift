// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalEndpoint
import SecretMemory

/// Something that is sent to the vault part by part.
protocol ImportSource {
  /// Its length in bytes.
  var byteCount: Int { get }

  /// The next bytes.
  func next(_ count: Int) throws(CommandFailure) -> SharedSecret
}

extension SourceFile: ImportSource {}

/// A store of `pass` or gopass, whose entries the person's own GnuPG decrypts: it asks for the passphrase of their key, and no secret of theirs is
/// in a file on the way.
final class PasswordStoreSource: ImportSource {
  /// Longer entries are no passwords.
  private static let longestEntry = 4 << 20

  private var bytes = SecretBytes(byteCount: 1 << 16)
  private(set) var byteCount = 0
  private var sent = 0

  /// Whether a folder is a store: its key is named in it.
  static func isStore(_ path: String) -> Bool { access(path + "/.gpg-id", R_OK) == 0 }

  /// Decrypts a whole store.
  ///
  /// - Parameter hear: Hears how many of how many entries are decrypted.
  /// - Throws: `programMissing` without GnuPG; `storeNotOpened` for an entry that it does not decrypt; `system`.
  init(folder: String, hear: (Int, Int) -> Void) throws(CommandFailure) {
    let entries = try Self.entries(of: folder)
    append(Array("PFPS0001".utf8))
    for (number, entry) in entries.enumerated() {
      hear(number, entries.count)
      let run = ProgramRun(
        program: "gpg", arguments: ["--quiet", "--yes", "--decrypt", folder + "/" + entry], outputLimit: Self.longestEntry, timeLimit: nil)
      let outcome = try run.run()
      guard outcome.status == 0, let text = outcome.output else { throw .storeNotOpened(entry: entry) }
      append(number: entry.utf8.count)
      append(Array(entry.utf8))
      append(number: text.byteCount)
      text.withBytes { append($0) }
    }
    hear(entries.count, entries.count)
  }

  func next(_ count: Int) throws(CommandFailure) -> SharedSecret {
    defer { sent += count }
    return bytes.withBytes { SharedSecret(copying: $0[sent..<min(byteCount, sent + count)]) }
  }

  // MARK: The folder

  /// The paths of all entries, in their order; hidden folders, such as that of git, hold none.
  private static func entries(of folder: String) throws(CommandFailure) -> [String] {
    var (found, folders): ([String], [String]) = ([], [""])
    while let relative = folders.popLast() {
      let path = relative.isEmpty ? folder : folder + "/" + relative
      guard let stream = opendir(path) else { throw .system(path: path, errorNumber: errno) }
      defer { closedir(stream) }
      while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if name.hasPrefix(".") { continue }
        let child = relative.isEmpty ? name : relative + "/" + name
        var status = stat()
        guard lstat(folder + "/" + child, &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR { folders.append(child) } else if name.hasSuffix(".gpg") { found.append(child) }
      }
    }
    return found.sorted()
  }

  // MARK: The stream

  private func append(number: Int) { append((0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }) }

  private func append(_ plain: [UInt8]) { plain.withUnsafeBytes { append($0) } }

  private func append(_ more: UnsafeRawBufferPointer) {
    if byteCount + more.count > bytes.byteCount {
      var larger = SecretBytes(byteCount: max(bytes.byteCount * 2, byteCount + more.count))
      larger.withMutableBytes { target in
        bytes.withBytes {
          UnsafeMutableRawBufferPointer(rebasing: target[..<byteCount]).copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<byteCount]))
        }
      }
      bytes = larger
    }
    let start = byteCount
    bytes.withMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[start..<start + more.count]).copyMemory(from: more) }
    byteCount += more.count
  }
}
