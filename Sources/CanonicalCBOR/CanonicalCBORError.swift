// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Why bytes are not an acceptable CBOR item, and where.
public struct CanonicalCBORError: Error, Hashable, Sendable {
  /// The kinds of refusal; new kinds may be added.
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
    /// Additional information 28 to 30, or 31 where the type has no indefinite length.
    public static let reservedAdditionalInformation = Code("reservedAdditionalInformation")
    /// A two-byte simple value below 32.
    public static let reservedSimpleValue = Code("reservedSimpleValue")
    /// A break code outside an indefinite-length item.
    public static let unexpectedBreak = Code("unexpectedBreak")
    /// A chunk of an indefinite-length string that is not a definite-length string of the same type.
    public static let wrongChunkType = Code("wrongChunkType")
    /// A text string that is not UTF-8.
    public static let invalidUTF8 = Code("invalidUTF8")
    /// A map in which one key occurs twice.
    public static let duplicateKey = Code("duplicateKey")
    /// The canonical form was asked for and a length or number is not in its shortest form.
    public static let notShortestForm = Code("notShortestForm")
    /// The canonical form was asked for and map keys are out of order.
    public static let keysOutOfOrder = Code("keysOutOfOrder")
    /// The canonical form was asked for and an item has indefinite length.
    public static let indefiniteLength = Code("indefiniteLength")
    /// The canonical form was asked for and an item is tagged.
    public static let tag = Code("tag")
    /// The input is longer than ``CBORLimits/maximumByteCount``.
    public static let inputTooLong = Code("inputTooLong")
    /// Items nest deeper than ``CBORLimits/maximumDepth``.
    public static let nestedTooDeeply = Code("nestedTooDeeply")
    /// The input holds more items than ``CBORLimits/maximumItemCount``.
    public static let tooManyItems = Code("tooManyItems")
  }

  /// The kind of refusal.
  public let code: Code
  /// The offset from the start of the input, in bytes, at which the refused part begins.
  public let byteOffset: Int

  init(_ code: Code, at byteOffset: Int) {
    self.code = code
    self.byteOffset = byteOffset
  }

  /// Whether both are refusals of the same kind.
  public static func == (left: CanonicalCBORError, right: CanonicalCBORError) -> Bool {
    left.code == right.code
  }

  /// Feeds what equality looks at.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
  }
}
