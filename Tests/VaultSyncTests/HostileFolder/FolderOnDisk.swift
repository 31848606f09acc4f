// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import Crypto
import Foundation
import Glibc
import SyncModel

/// A folder on disk with an account's files (docs/formats/sync-folder.md), and operations on it.
struct FolderOnDisk: Sendable {
  let url: URL
  let account: AccountIdentifier

  var accountPath: String { "passfold-sync-1/\(Self.hexadecimal(account.bytes))" }

  static func hexadecimal(_ bytes: [UInt8]) -> String { bytes.map { String(format: "%02x", $0) }.joined() }
  static func hash(_ content: [UInt8]) -> String { hexadecimal(Array(SHA256.hash(data: content))) }

  // MARK: The files of an account

  /// The files of an account, indexed for tests.
  struct Files: Sendable {
    var commits: [UInt64: String] = [:]
    var entries: [String] = []
    var rewraps: [String] = []
    var contents: [String: [UInt8]] = [:]
  }

  func entryPath(_ content: [UInt8]) -> String { "\(accountPath)/entry/\(Self.hash(content)).entry" }
  func commitPath(_ content: [UInt8]) -> String {
    let hash = Self.hash(content)
    return "\(accountPath)/commit/\(hash.prefix(2))/\(hash).commit"
  }
  func rewrapsPath(_ content: [UInt8]) -> String { "\(accountPath)/rewraps/\(Self.hash(content)).rewraps" }

  static func commitFile(_ commit: [UInt8], _ envelopes: [(wrap: [UInt8], body: [UInt8])]) -> [UInt8] {
    encoded([1: .bytes(commit), 2: .array(envelopes.map { .array([.bytes($0.wrap), .bytes($0.body)]) })])
  }

  static func rewrapsFile(_ epoch: UInt32, _ wraps: [(record: [UInt8], revision: UInt64, wrap: [UInt8])]) -> [UInt8] {
    encoded([
      1: .unsigned(UInt64(epoch)), 2: .array(wraps.map { .array([.bytes($0.record), .unsigned($0.revision), .bytes($0.wrap)]) }),
    ])
  }

  static func epoch(ofWrap wrap: [UInt8]) -> UInt32 { wrap.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }

  /// The files that devices would have written in place of their requests to a server.
  func files(of served: ServedAccount) -> Files {
    var files = Files()
    for entry in served.log {
      files.entries.append(entryPath(entry))
      files.contents[entryPath(entry)] = entry
    }
    var rewraps: [UInt32: [(record: [UInt8], revision: UInt64, wrap: [UInt8])]] = [:]
    for commit in served.commits {
      let envelopes = commit.envelopes.map { envelope in
        let version = served.versions[envelope.facts.record.bytes]
        guard let version, version.body == envelope.body, version.wrap != envelope.wrap else { return (envelope.wrap, envelope.body) }
        if Self.epoch(ofWrap: version.wrap) == envelope.epoch { return (version.wrap, envelope.body) }
        rewraps[Self.epoch(ofWrap: version.wrap), default: []].append(
          (envelope.facts.record.bytes, envelope.facts.revision, version.wrap))
        return (envelope.wrap, envelope.body)
      }
      let content = Self.commitFile(commit.bytes, envelopes)
      files.commits[commit.number] = commitPath(content)
      files.contents[commitPath(content)] = content
    }
    for (epoch, wraps) in rewraps.sorted(by: { $0.key < $1.key }) {
      let content = Self.rewrapsFile(epoch, wraps)
      files.rewraps.append(rewrapsPath(content))
      files.contents[rewrapsPath(content)] = content
    }
    return files
  }

  // MARK: The disk

  func place(_ path: String) -> URL { url.appending(path: path) }

  func write(_ content: [UInt8], at path: String) throws {
    try makeFolder(String(path.split(separator: "/").dropLast().joined(separator: "/")))
    try Data(content).write(to: place(path))
  }

  /// Creates a folder that anyone can write to, like a shared one.
  func makeFolder(_ path: String) throws {
    var here = url
    for name in path.split(separator: "/") {
      here.append(path: String(name))
      if mkdir(here.path, 0o777) == 0 { chmod(here.path, 0o777) }
    }
  }

  func write(_ files: Files) throws { for (path, content) in files.contents { try write(content, at: path) } }

  func read(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: place(path))) }

  func remove(_ path: String) throws { try FileManager.default.removeItem(at: place(path)) }

  func move(_ path: String, to other: String) throws { try FileManager.default.moveItem(at: place(path), to: place(other)) }

  /// All files by path: regular files with their content, and others with their kind.
  func everything() -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    func look(_ here: String) {
      guard let stream = opendir(place(here).path) else { return }
      defer { closedir(stream) }
      while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
        let text = String(decoding: name, as: UTF8.self)
        if text == "." || text == ".." { continue }
        let path = here.isEmpty ? text : "\(here)/\(text)"
        switch Int(entry.pointee.d_type) {
        case Int(DT_DIR): look(path)
        case Int(DT_REG): found[path] = (try? Self.content(place(path))) ?? []
        case let kind: found[path] = [0, UInt8(truncatingIfNeeded: kind)]
        }
      }
    }
    look("")
    return found
  }

  private static func content(_ file: URL) throws -> [UInt8] {
    let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
    // A sparse file of a terabyte is represented by its size.
    return size > 8 << 20 ? Array("\(size)".utf8) : Array(try Data(contentsOf: file))
  }

  /// Gives the folder exactly these files.
  func become(_ contents: [String: [UInt8]]) throws {
    chmod(url.path, 0o777)
    var isFolder: ObjCBool = false
    if !FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) || !isFolder.boolValue {
      unlink(url.path)
      mkdir(url.path, 0o777)
      chmod(url.path, 0o777)
    }
    for name in (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? [] {
      try? FileManager.default.removeItem(at: place(name))
    }
    // Files without a UTF-8 name are removed with the folder.
    for (path, content) in contents { try write(content, at: path) }
  }
}
