// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol
internal import Foundation
internal import SecretMemory

/// Reads what another provider handed over: bytes from a stranger, with bounds on their size, depth, values and items.
package enum ExchangeReader {
  /// How deep objects and lists may lie in each other; collections are the only ones that nest.
  static let depth = 64
  /// The most values; an item has some sixty, with all members of a person.
  static let valueCount = 8_000_000

  /// Reads what lies in memory for secrets.
  static func read(_ bytes: SecretMemory.SharedSecret) throws -> ASExportedCredentialData { try bytes.withBytes { try read($0) } }

  /// Reads the bytes of a CXF file.
  ///
  /// - Throws: ``ASAuthorizationError`` `credentialImport`, with the reason `malformedCredentials` or `tooMuchToImport`.
  package static func read(_ bytes: UnsafeRawBufferPointer) throws -> ASExportedCredentialData {
    guard let start = bytes.baseAddress, bytes.count <= ExchangeBounds.byteCount, isBounded(bytes) else {
      throw (bytes.isEmpty ? AuthorizationFailure.malformedCredentials : .tooMuchToImport).error
    }
    // The bytes stay where they are; what is made of them is text as everywhere.
    let lent = Data(bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count, deallocator: .none)
    guard let data = try? JSONDecoder().decode(ASExportedCredentialData.self, from: lent) else {
      throw AuthorizationFailure.malformedCredentials.error
    }
    guard data.accounts.reduce(0, { $0 + $1.items.count }) <= ExchangeBounds.itemCount else {
      throw AuthorizationFailure.tooMuchToImport.error
    }
    return data
  }

  /// Whether JSON stays within the bounds, whatever else is wrong with it.
  private static func isBounded(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var (level, values) = (0, 0)
    var (isInText, isEscaped) = (false, false)
    for byte in bytes {
      if isInText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        level += 1
        values += 1
        if level > depth { return false }
      case UInt8(ascii: "}"), UInt8(ascii: "]"): level -= 1
      // Each value but the first of an object or list has one before it.
      case UInt8(ascii: ","): values += 1
      default: break
      }
      if values > valueCount { return false }
    }
    return true
  }
}
