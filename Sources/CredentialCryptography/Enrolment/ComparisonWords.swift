// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Six words that represent the end of an account's log and commits. Two devices that show the same words were served the same data.
package enum ComparisonWords {
  /// The number of words.
  package static let count = 6
  /// The list of words in order, 1024 of them.
  package static var list: [String] { ComparisonWordList.words }
  private static let bitsPerWord: UInt64 = 10

  /// Returns the words for a log and a chain of commits.
  /// - Parameters:
  ///   - log: The log's end.
  ///   - commitHead: The last commit's hash (32 bytes); zeroes if there is none.
  package static func words(log: LogPosition, commitHead: [UInt8]) -> [String] {
    let hash = KeyDerivation.hash(Label.comparison, log.hash, commitHead)
    let bits = UInt64(bigEndianBytes: hash.prefix(8))
    return (0..<UInt64(count)).map { place in
      list[Int(bits >> (64 - bitsPerWord * (place + 1)) & (1 << bitsPerWord - 1))]
    }
  }
}
