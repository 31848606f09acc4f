// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads the frozen files in Vectors/vault.
enum VaultVectors {
  static func load<File: Decodable>(_ type: File.Type, from name: String) throws -> File {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try JSONDecoder().decode(type, from: Data(contentsOf: root.appending(path: "Vectors/vault/\(name).json")))
  }
}

/// Bytes that a vector file stores in hexadecimal.
struct HexBytes: Decodable, Sendable {
  let bytes: [UInt8]

  init(from decoder: any Decoder) throws {
    let digits = try decoder.singleValueContainer().decode(String.self).compactMap(\.hexDigitValue)
    bytes = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
