// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// The texts that the user typed into a form: one text for each field, in one secret on the wire, with the lengths next to it.
package enum TypedTexts {
  /// The maximum number of fields of a form.
  package static let fieldLimit = 8
  /// The maximum number of bytes of UTF-8 in one field; all fields together fit in a frame's secret part.
  package static let byteLimit = 4_096

  /// Concatenates the texts of a form's fields.
  ///
  /// - Returns: The secret for the frame, and the number of bytes of each field.
  package static func join(_ texts: [SharedSecret]) -> (secret: SharedSecret, byteCounts: [Int]) {
    var joined = SecretBytes(byteCount: texts.reduce(0) { $0 + $1.byteCount })
    joined.withMutableBytes { bytes in
      var place = 0
      for text in texts {
        text.withBytes { UnsafeMutableRawBufferPointer(rebasing: bytes[place..<place + $0.count]).copyMemory(from: $0) }
        place += text.byteCount
      }
    }
    return (SharedSecret(joined), texts.map(\.byteCount))
  }

  /// Splits the secret into the texts of `count` fields.
  ///
  /// - Returns: The texts, or nil if there is not one length for each field, one is above ``byteLimit``, or they do not add up to the
  ///   secret.
  package static func split(_ secret: SharedSecret?, by byteCounts: [Int]?, count: Int) -> [SharedSecret]? {
    guard let secret, let byteCounts, byteCounts.count == count, count <= fieldLimit,
      byteCounts.allSatisfy({ (0...byteLimit).contains($0) }), byteCounts.reduce(0, +) == secret.byteCount
    else { return nil }
    return secret.withBytes { bytes in
      var place = 0
      return byteCounts.map { length in
        defer { place += length }
        return SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes[place..<place + length]))
      }
    }
  }
}
