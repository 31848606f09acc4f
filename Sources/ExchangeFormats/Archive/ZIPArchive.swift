// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CZip
package import CredentialExchange
package import SecretMemory

/// A ZIP archive (APPNOTE 6.3.10) in memory; each file is unpacked separately into secret memory.
///
/// The caller owns the bytes, which must not move while the archive is in use.
package struct ZIPArchive: ~Copyable {
  /// The maximum number of files in an archive.
  static let mostFiles = 65_536
  /// The maximum total size of all files when unpacked, 1 GiB.
  static let mostBytes = 1 << 30
  // Deflate expands at most 1032-fold: 258 bytes from each two bits.
  static let mostGrowth = 1032

  private struct File {
    let index: UInt64
    let byteCount: Int
  }

  private let handle: OpaquePointer
  private let files: [String: File]
  /// The names of the files in the order of the directory, without folders.
  package let names: [String]

  /// Reads the directory; nothing is unpacked.
  ///
  /// - Parameters:
  ///   - bytes: The complete archive.
  ///   - skipsFolder: Whether a folder that contains all files is left out of their names.
  /// - Throws: `malformed` if it is not an archive or two files have the same name; `overBounds` for too many or too large files;
  ///   `sealedArchive` for encrypted files; `unsupportedVariant` for files compressed with anything but Deflate.
  package init(_ bytes: UnsafeRawBufferPointer, skippingFolder skipsFolder: Bool = false) throws(CredentialExchangeError) {
    // For an archive without files, the library requires a source of no bytes at all.
    guard !bytes.isEmpty, let source = zip_source_buffer_create(bytes.baseAddress, UInt64(bytes.count), 0, nil) else {
      throw CredentialExchangeError(.malformed)
    }
    guard let handle = zip_open_from_source(source, ZIP_RDONLY, nil) else {
      zip_source_free(source)
      throw CredentialExchangeError(.malformed)
    }
    do throws(CredentialExchangeError) {
      let (names, files) = try Self.directory(handle)
      if skipsFolder, let folder = ZIPNames.folder(of: names) {
        let inner = names.filter { $0.hasPrefix(folder) }
        self.names = inner.map { String($0.dropFirst(folder.count)) }
        self.files = Dictionary(
          uniqueKeysWithValues: inner.compactMap { name in
            files[name].map { (String(name.dropFirst(folder.count)), $0) }
          })
      } else {
        (self.names, self.files) = (names, files)
      }
    } catch {
      zip_discard(handle)
      throw error
    }
    self.handle = handle
  }

  deinit { zip_discard(handle) }

  private static func directory(_ handle: OpaquePointer) throws(CredentialExchangeError) -> ([String], [String: File]) {
    let count = zip_get_num_entries(handle, 0)
    guard count <= mostFiles else { throw CredentialExchangeError(.overBounds) }
    var (names, files, total) = ([String](), [String: File](), 0)
    for index in 0..<UInt64(max(0, count)) {
      var entry = zip_stat_t()
      guard zip_stat_index(handle, index, 0, &entry) == 0, let start = entry.name, entry.valid & UInt64(ZIP_STAT_SIZE) != 0,
        entry.valid & UInt64(ZIP_STAT_COMP_SIZE) != 0
      else { throw CredentialExchangeError(.malformed) }
      let name = String(cString: start)
      if name.hasSuffix("/") { continue }
      guard entry.encryption_method == ZIP_EM_NONE else { throw CredentialExchangeError(.sealedArchive) }
      guard [ZIP_CM_STORE, ZIP_CM_DEFLATE].contains(Int32(entry.comp_method)) else {
        throw CredentialExchangeError(.unsupportedVariant)
      }
      guard let byteCount = Int(exactly: entry.size), byteCount <= mostBytes - total,
        entry.size / UInt64(mostGrowth) <= entry.comp_size
      else { throw CredentialExchangeError(.overBounds) }
      total += byteCount
      guard files.updateValue(File(index: index, byteCount: byteCount), forKey: name) == nil else {
        throw CredentialExchangeError(.malformed)
      }
      names.append(name)
    }
    return (names, files)
  }

  /// Unpacks a file; nil if there is none with the name.
  ///
  /// - Parameters:
  ///   - name: Its name in the directory.
  ///   - most: The maximum number of bytes.
  /// - Throws: `overBounds` for a larger file; `malformed` if it is damaged or its length differs from the directory.
  package func content(_ name: String, atMost most: Int) throws(CredentialExchangeError) -> SharedSecret? {
    guard let file = files[name] else { return nil }
    guard file.byteCount <= most else { throw CredentialExchangeError(.overBounds) }
    guard let stream = zip_fopen_index(handle, file.index, 0) else { throw CredentialExchangeError(.malformed) }
    defer { zip_fclose(stream) }
    var content = SecretBytes(byteCount: file.byteCount)
    let isWhole = content.withMutableBytes { target in
      var position = 0
      while position < target.count {
        let count = zip_fread(stream, target.baseAddress.map { $0 + position }, UInt64(target.count - position))
        guard count > 0 else { return false }
        position += Int(count)
      }
      // The end must be read: the checksum is compared only there.
      var surplus: UInt8 = 0
      return zip_fread(stream, &surplus, 1) == 0
    }
    guard isWhole else { throw CredentialExchangeError(.malformed) }
    return SharedSecret(content)
  }
}
