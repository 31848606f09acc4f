// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// Something that is sent to the vault part by part.
protocol ImportSource {
  /// Its length in bytes.
  var byteCount: Int { get }

  /// The next bytes.
  func next(_ count: Int) throws(CommandFailure) -> SharedSecret
}

extension SourceFile: ImportSource {}

/// What was put together in locked memory, to be sent as if it were a file.
final class CollectedSource: ImportSource {
  private(set) var byteCount = 0
  private var bytes = SecretBytes(byteCount: 1 << 16)
  private var sent = 0

  func next(_ count: Int) throws(CommandFailure) -> SharedSecret {
    defer { sent += count }
    return bytes.withBytes { SharedSecret(copying: $0[sent..<min(byteCount, sent + count)]) }
  }

  /// Adds bytes that are no secret.
  func append(_ plain: some Sequence<UInt8>) { Array(plain).withUnsafeBytes { append($0) } }

  func append(_ secret: SharedSecret) { secret.withBytes { append($0) } }

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
