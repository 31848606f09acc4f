// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Finds where the items lie in the bytes of a CXF file, as these come; whether what lies between them is one is for its decoder to say.
struct ExchangeOutline {
  /// How deep objects and lists may lie in each other; collections are the only ones that nest.
  static let depth = 64
  /// The most values of one item, which has some sixty with all members of a person, and of all that stands around the items.
  static let valueCount = 2_000_000

  /// What a byte is beside one more of what the last one was of.
  enum Turn {
    case none
    /// The first byte of an account, which is none of an item.
    case beginsAccount
    /// The first byte of an item.
    case beginsItem
    /// The last byte of an item.
    case endsItem
  }

  /// More values, or deeper ones, than are read.
  struct OutOfBounds: Error {}

  /// At which level the accounts and the items of one lie: `{"accounts":[{"items":[{`.
  private static let (accountLevel, itemLevel) = (3, 5)
  private static let longestName = 8

  private(set) var isInItem = false
  private var level = 0
  private var (isInText, isEscaped) = (false, false)
  private var (frameValues, itemValues) = (0, 0)
  /// The last text, as far as it is longer than no name that counts, and whether it is the name of the value that comes.
  private var text: [UInt8] = []
  private var isName = false
  private var (isInAccounts, isInItems) = (false, false)

  /// Takes the next byte.
  mutating func take(_ byte: UInt8) throws(OutOfBounds) -> Turn {
    if isInText {
      takeOfText(byte)
      return .none
    }
    switch byte {
    case UInt8(ascii: "\""):
      isInText = true
      text.removeAll(keepingCapacity: true)
    case UInt8(ascii: ":"): isName = true
    // Each value but the first of an object or list has one before it.
    case UInt8(ascii: ","):
      isName = false
      try count()
    case UInt8(ascii: "{"), UInt8(ascii: "["): return try open(isList: byte == UInt8(ascii: "["))
    case UInt8(ascii: "}"), UInt8(ascii: "]"): return close()
    default: break
    }
    return .none
  }

  private mutating func takeOfText(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInText = false
      return
    }
    if !isInItem, text.count <= Self.longestName { text.append(byte) }
  }

  private mutating func open(isList: Bool) throws(OutOfBounds) -> Turn {
    level += 1
    guard level <= Self.depth else { throw OutOfBounds() }
    defer { isName = false }
    if !isInItem, isList, isName {
      if level == Self.accountLevel - 1, text.elementsEqual("accounts".utf8) { isInAccounts = true }
      if isInAccounts, level == Self.itemLevel - 1, text.elementsEqual("items".utf8) { isInItems = true }
    }
    let beginsItem = isInItems && !isInItem && !isList && level == Self.itemLevel
    if beginsItem { (isInItem, itemValues) = (true, 0) }
    try count()
    if beginsItem { return .beginsItem }
    return isInAccounts && !isInItem && !isList && level == Self.accountLevel ? .beginsAccount : .none
  }

  private mutating func close() -> Turn {
    level -= 1
    isName = false
    if isInItem {
      isInItem = level >= Self.itemLevel
      return isInItem ? .none : .endsItem
    }
    if level < Self.itemLevel - 1 { isInItems = false }
    if level < Self.accountLevel - 1 { isInAccounts = false }
    return .none
  }

  private mutating func count() throws(OutOfBounds) {
    if isInItem { itemValues += 1 } else { frameValues += 1 }
    guard max(itemValues, frameValues) <= Self.valueCount else { throw OutOfBounds() }
  }
}
