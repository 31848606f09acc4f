// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import SecretMemory
import SyncModel

/// Encodes and decodes the values of fields. A secret moves only between secret memory and secret memory.
enum FieldValue {
  private static let encoder = CBOREncoder(profile: .deterministic)

  static func encode(_ value: CBORValue) -> SharedSecret {
    var bytes = encoder.encode(value)
    return SharedSecret(SecretBytes(wiping: &bytes))
  }

  /// Encodes a secret as a byte string.
  static func encode(secret: SharedSecret) -> SharedSecret {
    let head = SecretCBORCursor.head(.bytes, UInt64(secret.byteCount))
    var encoded = SecretBytes(byteCount: head.count + secret.byteCount)
    encoded.withMutableBytes { target in
      target.copyBytes(from: head)
      secret.withBytes { UnsafeMutableRawBufferPointer(rebasing: target[head.count...]).copyMemory(from: $0) }
    }
    return SharedSecret(encoded)
  }

  static func decode(_ encoded: SharedSecret) -> CBORValue? {
    encoded.withBytes { try? CBORDecoder(profile: .rfc8949).decode($0) }
  }

  /// Returns the secret in a byte string; nil for another type.
  static func decodeSecret(_ encoded: SharedSecret) -> SharedSecret? {
    encoded.withBytes { bytes in
      var cursor = SecretCBORCursor(bytes)
      guard let content = try? cursor.readBytes(), cursor.isAtEnd else { return nil }
      return SharedSecret(copying: content)
    }
  }
}
