// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodes
import SecretMemory
import Testing

/// The files in `Vectors`, by their path there, and the RFCs' secret.
enum Vectors {
  static let rfcSecret = SharedSecret(copying: "12345678901234567890".utf8)

  /// Rows for one habit of programs that write links.
  struct Quirk<Row: Decodable & Sendable>: Decodable, Sendable, CustomTestStringConvertible {
    let quirk: String
    let rows: [Row]
    var testDescription: String { quirk }
  }

  /// Fails for a file without rows, with which a test would pass without checking anything.
  static func load<Row: Decodable>(_ name: String, as: Row.Type) throws -> [Row] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appending(path: "Vectors/\(name).json")
    let rows = try JSONDecoder().decode([Row].self, from: Data(contentsOf: file))
    guard !rows.isEmpty else { throw CocoaError(.fileReadCorruptFile) }
    return rows
  }

  static func secret(_ hexadecimal: String) -> SharedSecret {
    let characters = Array(hexadecimal)
    return SharedSecret(
      copying: stride(from: 0, to: characters.count, by: 2).compactMap { UInt8(String(characters[$0..<$0 + 2]), radix: 16) })
  }
}

/// Returns the code of the error that the body throws, or `nil` if it throws none.
func code(_ body: () throws -> Void) -> OneTimeCodesError.Code? {
  do {
    try body()
    return nil
  } catch { return (error as? OneTimeCodesError)?.code }
}

func text(_ bytes: borrowing SecretBytes) -> String { bytes.withBytes { String(decoding: $0, as: UTF8.self) } }

func bytes(_ secret: SharedSecret) -> [UInt8] { secret.withBytes { Array($0) } }
