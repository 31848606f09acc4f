// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography

/// The wraps that members made after rotations, by version of a record and epoch.
struct RewrapShelf: Sendable {
  struct Version: Hashable {
    let record: RecordName
    let revision: UInt64
  }
  struct Rewrap: Hashable {
    let version: Version
    let wrap: [UInt8]
  }
  private struct Kept: Sendable {
    let file: [UInt8]
    let wrap: [UInt8]
  }

  private var wraps: [Version: [UInt32: Kept]] = [:]

  /// Decodes `{1: epoch, 2: [[record, version, wrap]]}`.
  /// - Throws: `malformed`, `tooLarge`, `mismatch` for a wrap of another epoch.
  static func read(_ bytes: [UInt8]) throws(SyncFolderError) -> (epoch: UInt32, rewraps: [Rewrap]) {
    do {
      let fields = try FolderRequest.fields(of: bytes, keys: 1...2)
      let epoch: UInt32 = try fields.integer(1)
      let elements = try fields.array(2)
      guard elements.count <= FolderRequest.mostPerMessage else { throw SyncFolderError(.tooLarge) }
      let rewraps = try elements.map { element in
        guard let parts = element.arrayValue, parts.count == 3, let record = parts[0].bytesValue.flatMap({ RecordName($0) }),
          case .unsigned(let revision) = parts[1],
          let wrap = parts[2].bytesValue, wrap.count == RecordEnvelope.wrapByteCount
        else { throw SyncFolderError(.malformed) }
        guard wrap.prefix(4).reduce(0, { $0 << 8 | UInt32($1) }) == epoch else { throw SyncFolderError(.mismatch) }
        return Rewrap(version: Version(record: record, revision: revision), wrap: wrap)
      }
      return (epoch, rewraps)
    } catch {
      throw SyncFolderError(reading: error)
    }
  }

  /// Adds the wraps of a file; of two files for one epoch the one with the smaller hash counts.
  mutating func add(_ rewraps: [Rewrap], of epoch: UInt32, in file: ShelfFile) {
    for rewrap in rewraps {
      if let kept = wraps[rewrap.version]?[epoch], !file.hash.lexicographicallyPrecedes(kept.file) { continue }
      wraps[rewrap.version, default: [:]][epoch] = Kept(file: file.hash, wrap: rewrap.wrap)
    }
  }

  /// Returns the wrap of the newest epoch known to the log, if it is newer than the version's own.
  func wrap(of version: Version, after own: UInt32, upTo epoch: UInt32) -> (epoch: UInt32, wrap: [UInt8])? {
    guard let kept = wraps[version]?.filter({ $0.key > own && $0.key <= epoch }).max(by: { $0.key < $1.key }) else { return nil }
    return (kept.key, kept.value.wrap)
  }
}
