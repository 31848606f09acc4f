// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Finds the items in the bytes of a CXF file as they arrive. Whether the bytes between the boundaries are a valid item is left to the
/// decoder.
struct ExchangeOutline {
  /// The maximum nesting depth of objects and lists. Only collections are nested.
  static let depth = 64
  /// The maximum number of values in one item, and around the items. An item with all members of a person has about sixty.
  static let valueCount = 2_000_000

  /// The significance of a byte.
  enum Turn {
    case none
    /// The first byte of an account, outside any item.
    case beginsAccount
    /// The first byte of an item.
    case beginsItem
    /// The last byte of an item.
    case endsItem
  }

  /// There are more values, or deeper ones, than allowed.
  struct OutOfBounds: Error {}

  /// The levels of accounts and of their items: `{"accounts":[{"items":[{`.
  private static let (accountLevel, itemLevel) = (3, 5)
  private static let longestName = 8

  private(set) var isInItem = false
  private var level = 0
  private var (isInText, isEscaped) = (false, false)
  private var (frameValues, itemValues) = (0, 0)
  /// The latest text, up to one byte more than the longest relevant name, and whether it is the name of the next value.
  private var text: [UInt8] = []
  private var isName = false
  private var (isInAccounts, isInItems) = (false, false)

  /// Processes the next byte.
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
    // Each value except the first in an object or list follows a comma.
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
