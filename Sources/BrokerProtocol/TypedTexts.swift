// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// What a person typed into a form: one text for each field, in one secret on the wire, with the lengths beside it.
package enum TypedTexts {
  /// The most fields of a form.
  package static let fieldLimit = 8
  /// The most bytes of UTF-8 in one field; all fields together fit in a frame's secret part.
  package static let byteLimit = 4_096

  /// Puts the texts of a form's fields one after the other.
  ///
  /// - Returns: the secret for the frame, and how many bytes each field has.
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

  /// Takes the texts of `count` fields apart.
  ///
  /// - Returns: nil where the lengths are not one for each field, one is beyond ``byteLimit``, or they do not add up to the secret.
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
