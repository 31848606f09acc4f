// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Six words of where an account's log and commits end: two devices that show the same ones were not told different things.
package enum ComparisonWords {
  /// How many words there are.
  package static let count = 6
  /// The words in their order, 1024.
  package static var list: [String] { ComparisonWordList.words }
  private static let bitsPerWord: UInt64 = 10

  /// The words of a log and a chain of commits.
  /// - Parameters:
  ///   - log: The log's end.
  ///   - commitHead: The last commit's hash (32 bytes); zeroes while there is none.
  package static func words(log: LogPosition, commitHead: [UInt8]) -> [String] {
    let hash = KeyDerivation.hash(Label.comparison, log.hash, commitHead)
    let bits = UInt64(bigEndianBytes: hash.prefix(8))
    return (0..<UInt64(count)).map { place in
      list[Int(bits >> (64 - bitsPerWord * (place + 1)) & (1 << bitsPerWord - 1))]
    }
  }
}
