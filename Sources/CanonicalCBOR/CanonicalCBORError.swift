// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The reason why bytes are not an acceptable CBOR item, with the position.
public struct CanonicalCBORError: Error, Hashable, Sendable {
  /// The kinds of error. New ones may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's stable name.
    public let description: String

    private init(_ description: String) {
      self.description = description
    }

    /// The input ends inside an item (RFC 8949 appendix F, "too little data").
    public static let incompleteData = Code("incompleteData")
    /// Bytes follow the item.
    public static let trailingData = Code("trailingData")
    /// Additional information 28 to 30, or 31 for a type without indefinite length.
    public static let reservedAdditionalInformation = Code("reservedAdditionalInformation")
    /// A two-byte simple value below 32.
    public static let reservedSimpleValue = Code("reservedSimpleValue")
    /// A break code outside an indefinite-length item.
    public static let unexpectedBreak = Code("unexpectedBreak")
    /// A chunk of an indefinite-length string that is not a definite-length string of the same type.
    public static let wrongChunkType = Code("wrongChunkType")
    /// A text string that is not UTF-8.
    public static let invalidUTF8 = Code("invalidUTF8")
    /// A map in which a key occurs twice.
    public static let duplicateKey = Code("duplicateKey")
    /// A length or number is not in its shortest form, as the canonical form requires.
    public static let notShortestForm = Code("notShortestForm")
    /// Map keys are out of order, contrary to the canonical form.
    public static let keysOutOfOrder = Code("keysOutOfOrder")
    /// An item has indefinite length, which the canonical form forbids.
    public static let indefiniteLength = Code("indefiniteLength")
    /// An item is tagged, which the canonical form forbids.
    public static let tag = Code("tag")
    /// The input is longer than ``CBORLimits/maximumByteCount``.
    public static let inputTooLong = Code("inputTooLong")
    /// Items nest deeper than ``CBORLimits/maximumDepth``.
    public static let nestedTooDeeply = Code("nestedTooDeeply")
    /// The input contains more items than ``CBORLimits/maximumItemCount``.
    public static let tooManyItems = Code("tooManyItems")
  }

  /// The kind of error.
  public let code: Code
  /// The offset of the rejected part from the start of the input, in bytes.
  public let byteOffset: Int

  init(_ code: Code, at byteOffset: Int) {
    self.code = code
    self.byteOffset = byteOffset
  }

  /// Errors with the same code are equal.
  public static func == (left: CanonicalCBORError, right: CanonicalCBORError) -> Bool {
    left.code == right.code
  }

  /// Hashes the code, consistent with equality.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
  }
}
