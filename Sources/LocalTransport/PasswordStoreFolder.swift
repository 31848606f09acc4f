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
    /// The person did not have GnuPG decrypt this entry, or it decrypts none.
    case notOpened(entry: String)
  }

  /// A file of the store for GnuPG.
  package struct Entry: Hashable, Sendable {
    /// Its path in the store, as the system has it.
    let path: [UInt8]
    /// The path as a text; what of it is no text in UTF-8 is U+FFFD.
    package var name: String { String(decoding: path, as: UTF8.self) }
  }

  /// What became of an entry.
  package enum Opening: Sendable {
    /// What it says.
    case text(SharedSecret)
    /// No key of the person's opens it, as where it is for somebody else, or it is damaged.
    case notDecrypted
    /// It is longer than an entry is.
    case tooLong
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

  /// Decrypts an entry; it waits for the person where their key asks for its passphrase.
  /// - Throws: `programMissing`; `notOpened` where the person dismissed that question or did not know the answer.
  package func decrypt(_ entry: Entry) throws(Failure) -> Opening {
    let file = open(place(entry.path), O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { return .notDecrypted }
    defer { close(file) }
    // By a descriptor: its name may be no text.
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

  /// Whether the person answered the question for their key's passphrase, if there was one (GnuPG, doc/DETAILS). The low half of the number is
  /// libgpg-error's code: 11 a wrong passphrase, 62 no answer, 99 and 198 cancelled.
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

  // Folders of programs: of git, of pass's extensions, of GnuPG, of gopass.
  private static let foldersOfPrograms: Set<String> = [".git", ".extensions", ".gnupg", ".public-keys", ".age-recipients"]

  /// What tells folders apart, however they are reached.
  private struct Folder: Hashable {
    let device: dev_t
    let number: ino_t
  }

  /// All entries, in the order of their paths. A name may begin with a full stop, and a folder may be a link, as `pass` itself takes it: one that is
  /// reached twice is read once, under its own name where it has one in the store.
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
        // What other systems write beside a file begins so.
        if name == "." || name == ".." || name.hasPrefix("._") { continue }
        let child = relative.isEmpty ? bytes : relative + [UInt8(ascii: "/")] + bytes
        var (status, target) = (stat(), stat())
        guard lstat(place(child), &status) == 0 else { continue }
        let isLink = status.st_mode & S_IFMT == S_IFLNK
        // A link to nothing is one to no folder.
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

  /// The path of something in the store, as the system takes it.
  private func place(_ relative: [UInt8]) -> [CChar] {
    (Array(path.utf8) + (relative.isEmpty ? [] : [UInt8(ascii: "/")]) + relative + [0]).map(CChar.init(bitPattern:))
  }
}
