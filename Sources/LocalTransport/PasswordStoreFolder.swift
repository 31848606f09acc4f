// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalEndpoint
import LocalFiles
package import SecretMemory

/// A store of `pass` or gopass. The user's own GnuPG decrypts the entries: it asks for the passphrase of their key, and no secret is
/// written to a file on the way.
package struct PasswordStoreFolder: Sendable {
  /// The reason why it cannot be read.
  package enum Failure: Error, Equatable {
    /// One of its folders cannot be read, with the system's error number.
    case folderUnreadable(path: String, errorNumber: Int32)
    /// GnuPG is not installed.
    case programMissing
    /// The user did not let GnuPG decrypt this entry, or GnuPG could not decrypt any.
    case notOpened(entry: String)
  }

  /// A GnuPG file in the store.
  package struct Entry: Hashable, Sendable {
    /// Its path in the store, in the system's encoding.
    let path: [UInt8]
    /// The path as text, with U+FFFD for bytes that are not UTF-8.
    package var name: String { String(decoding: path, as: UTF8.self) }
  }

  /// The result of decrypting an entry.
  package enum Opening: Sendable {
    /// The text of the entry.
    case text(SharedSecret)
    /// None of the user's keys decrypts it, for example because it is for someone else, or it is damaged.
    case notDecrypted
    /// It exceeds the maximum length of an entry.
    case tooLong
  }

  /// Longer files are not passwords.
  private static let longestEntry = 4 << 20

  private let path: String

  /// Creates a value for a folder; nil if it is not a store, which contains a file that names its key.
  package init?(path: String) {
    guard access(path + "/.gpg-id", R_OK) == 0 else { return nil }
    self.path = path
  }

  /// The location of the user's store, if there is one: the one set for `pass`, its default location, or gopass's default location.
  package static var usualPlace: String? {
    let home = environmentVariable("HOME")
    let data = BaseDirectory.data.path(variable: environmentVariable)
    let places = [environmentVariable("PASSWORD_STORE_DIR"), home.map { $0 + "/.password-store" }, data.map { $0 + "/gopass/stores/root" }]
    return places.compactMap(\.self).first { PasswordStoreFolder(path: $0) != nil }
  }

  /// Decrypts an entry. Waits for the user if their key requires its passphrase.
  ///
  /// - Throws: `programMissing`; `notOpened` if the user dismissed the question or did not know the passphrase.
  package func decrypt(_ entry: Entry) throws(Failure) -> Opening {
    let file = open(place(entry.path), O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { return .notDecrypted }
    defer { close(file) }
    // By descriptor, because its name may not be valid text.
    let run = ProgramRun(
      program: "gpg", arguments: ["--quiet", "--yes", "--status-fd", "2", "--decrypt"], inputDescriptor: file,
      outputLimit: Self.longestEntry, reportLimit: 32_768, timeLimit: nil)
    do {
      let outcome = try run.run()
      guard let text = outcome.output else { return .tooLong }
      if outcome.status == 0 { return .text(text) }
      if outcome.report.map(Self.isAnswered) == false { throw Failure.notOpened(entry: entry.name) }
    } catch let failure as Failure {
      throw failure
    } catch ProgramRun.Failure.missing {
      throw .programMissing
    } catch {}
    return .notDecrypted
  }

  /// Returns whether the user answered the question for their key's passphrase, if there was one (GnuPG, doc/DETAILS). The low half of the
  /// number is libgpg-error's code: 11 a wrong passphrase, 62 no answer, 99 and 198 cancelled.
  private static func isAnswered(_ report: SharedSecret) -> Bool {
    report.withBytes { bytes in
      !String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains { line in
        guard line.hasPrefix("[GNUPG:] ERROR pkdecrypt_failed "), let number = line.split(separator: " ").last.flatMap({ Int($0) }) else {
          return false
        }
        return [11, 62, 99, 198].contains(number & 0xffff)
      }
    }
  }

  // MARK: The folder

  // Folders used by programs: git, pass's extensions, GnuPG and gopass.
  private static let foldersOfPrograms: Set<String> = [".git", ".extensions", ".gnupg", ".public-keys", ".age-recipients"]

  /// The identity of a folder, independent of the path.
  private struct Folder: Hashable {
    let device: dev_t
    let number: ino_t
  }

  /// Returns all entries, in the order of their paths. A name may begin with a full stop, and a folder may be a link, as in `pass` itself.
  /// A folder that can be reached twice is read once, under its own name if it has one in the store.
  package func entries() throws(Failure) -> [Entry] {
    var (found, folders, links): ([Entry], [[UInt8]], [[UInt8]]) = ([], [[]], [])
    var known: Set<Folder> = []
    while let relative = folders.popLast() ?? links.popLast() {
      guard let stream = opendir(place(relative)) else {
        throw .folderUnreadable(
          path: String(decoding: place(relative).dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self), errorNumber: errno)
      }
      defer { closedir(stream) }
      var own = stat()
      guard fstat(dirfd(stream), &own) == 0, known.insert(Folder(device: own.st_dev, number: own.st_ino)).inserted else { continue }
      while let entry = readdir(stream) {
        let bytes = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
        let name = String(decoding: bytes, as: UTF8.self)
        // Other systems write additional files with this prefix.
        if name == "." || name == ".." || name.hasPrefix("._") { continue }
        let child = relative.isEmpty ? bytes : relative + [UInt8(ascii: "/")] + bytes
        var (status, target) = (stat(), stat())
        guard lstat(place(child), &status) == 0 else { continue }
        let isLink = status.st_mode & S_IFMT == S_IFLNK
        // A dangling link is not a folder.
        let isFolder = isLink ? stat(place(child), &target) == 0 && target.st_mode & S_IFMT == S_IFDIR : status.st_mode & S_IFMT == S_IFDIR
        if isFolder {
          if Self.foldersOfPrograms.contains(name) { continue }
          if isLink { links.append(child) } else { folders.append(child) }
        } else if name.hasSuffix(".gpg") {
          found.append(Entry(path: child))
        }
      }
    }
    return found.sorted { $0.path.lexicographicallyPrecedes($1.path) }
  }

  /// Returns the path of an item in the store, in the system's encoding.
  private func place(_ relative: [UInt8]) -> [CChar] {
    (Array(path.utf8) + (relative.isEmpty ? [] : [UInt8(ascii: "/")]) + relative + [0]).map(CChar.init(bitPattern:))
  }
}
