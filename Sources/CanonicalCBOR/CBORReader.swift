// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The decoder's cursor: reads items one by one and enforces the limits.
struct CBORReader {
  private let bytes: ArraySlice<UInt8>
  private let end: Int
  private let canonical: Bool
  private let keepsRepeatedKeys: Bool
  private let limits: CBORLimits
  private var position: Int
  private var itemCount = 0

  init(bytes: ArraySlice<UInt8>, profile: CBORDecoder.Profile, limits: CBORLimits) {
    self.bytes = bytes
    canonical = profile == .ctap2
    keepsRepeatedKeys = profile == .wellFormed
    self.limits = limits
    position = bytes.startIndex
    end = bytes.startIndex + min(bytes.count, max(0, limits.maximumByteCount))
  }

  /// The bytes after the items read so far.
  var remaining: ArraySlice<UInt8> { bytes[position...] }

  /// Reads one item. `depth` is the number of arrays, maps and tags around it.
  mutating func readItem(depth: Int) throws(CanonicalCBORError) -> CBORValue {
    let head = try readHead()
    return try readItem(head, depth: depth)
  }

  // MARK: Heads

  /// An item's initial byte and argument (RFC 8949 §3).
  private struct Head {
    let offset: Int
    let major: CBORMajorType
    let additional: UInt8
    /// The argument; nil for additional information 31.
    let argument: UInt64?

    var isBreak: Bool { major == .simpleOrFloat && additional == 31 }
  }

  private mutating func readHead() throws(CanonicalCBORError) -> Head {
    let offset = position
    itemCount += 1
    guard itemCount <= limits.maximumItemCount else { throw fault(.tooManyItems, at: offset) }
    let initial = try readByte()
    guard let major = CBORMajorType(rawValue: initial >> 5) else { throw fault(.reservedAdditionalInformation, at: offset) }
    let additional = initial & 0x1f
    switch additional {
    case 0..<24:
      return Head(offset: offset, major: major, additional: additional, argument: UInt64(additional))
    case 24...27:
      let width = 1 << Int(additional - 24)
      let argument = try readBigEndian(byteCount: width)
      // A float's argument is its bits, and simple values below 32 have their own rule.
      if canonical, major != .simpleOrFloat, argument < Self.smallestArgument(forWidth: width) {
        throw fault(.notShortestForm, at: offset)
      }
      return Head(offset: offset, major: major, additional: additional, argument: argument)
    case 31:
      switch major {
      case .unsigned, .negative, .tag:
        throw fault(.reservedAdditionalInformation, at: offset)
      case .bytes, .text, .array, .map:
        if canonical { throw fault(.indefiniteLength, at: offset) }
      case .simpleOrFloat:
        break
      }
      return Head(offset: offset, major: major, additional: additional, argument: nil)
    default:
      throw fault(.reservedAdditionalInformation, at: offset)
    }
  }

  private static func smallestArgument(forWidth width: Int) -> UInt64 {
    switch width {
    case 1: 24
    case 2: 0x100
    case 4: 0x1_0000
    default: 0x1_0000_0000
    }
  }

  // MARK: Items

  private mutating func readItem(_ head: Head, depth: Int) throws(CanonicalCBORError) -> CBORValue {
    switch (head.major, head.argument) {
    case (.unsigned, let number?):
      return .unsigned(number)
    case (.negative, let number?):
      return .negative(number)
    case (.bytes, let length?):
      return .bytes(Array(try readBytes(length)))
    case (.bytes, nil):
      return .bytes(try readChunks(of: .bytes).flatMap { $0 })
    case (.text, let length?):
      return .text(try text(of: try readBytes(length), at: head.offset))
    case (.text, nil):
      var joined = ""
      for chunk in try readChunks(of: .text) { joined += try text(of: chunk, at: head.offset) }
      return .text(joined)
    case (.array, let count):
      return .array(try readArray(count: count, at: head.offset, depth: depth))
    case (.map, let count):
      return .map(try readMap(count: count, at: head.offset, depth: depth))
    case (.tag, let number?):
      if canonical { throw fault(.tag, at: head.offset) }
      try checkDepth(depth, at: head.offset)
      return .tagged(number, try readItem(depth: depth + 1))
    case (.simpleOrFloat, let argument?):
      return try simpleOrFloat(head, argument)
    case (.simpleOrFloat, nil):
      throw fault(.unexpectedBreak, at: head.offset)
    case (.unsigned, nil), (.negative, nil), (.tag, nil):
      throw fault(.reservedAdditionalInformation, at: head.offset)
    }
  }

  private func simpleOrFloat(_ head: Head, _ argument: UInt64) throws(CanonicalCBORError) -> CBORValue {
    switch head.additional {
    case 20: return .boolean(false)
    case 21: return .boolean(true)
    case 22: return .null
    case 23: return .undefined
    case 25: return .float(CBORFloat(width: .half, bitPattern: argument))
    case 26: return .float(CBORFloat(width: .single, bitPattern: argument))
    case 27: return .float(CBORFloat(width: .double, bitPattern: argument))
    default:
      // RFC 8949 §3.3: a two-byte simple value below 32 is not well-formed.
      guard head.additional < 24 || argument >= 32, let simple = CBORSimple(UInt8(truncatingIfNeeded: argument)) else {
        throw fault(.reservedSimpleValue, at: head.offset)
      }
      return .simple(simple)
    }
  }

  private mutating func readArray(count: UInt64?, at offset: Int, depth: Int) throws(CanonicalCBORError) -> [CBORValue] {
    try checkDepth(depth, at: offset)
    var elements: [CBORValue] = []
    guard let count else {
      while let element = try readItemOrBreak(depth: depth + 1) { elements.append(element) }
      return elements
    }
    // Memory grows with the bytes that are actually present; the claimed count reserves nothing.
    for _ in 0..<(try plausible(count, at: offset)) { elements.append(try readItem(depth: depth + 1)) }
    return elements
  }

  private mutating func readMap(count: UInt64?, at offset: Int, depth: Int) throws(CanonicalCBORError) -> CBORMap {
    try checkDepth(depth, at: offset)
    var entries: [CBORMap.Entry] = []
    if let count {
      var previousKey: ArraySlice<UInt8>?
      for _ in 0..<(try plausible(count, at: offset)) {
        let keyStart = position
        let key = try readItem(depth: depth + 1)
        let encodedKey = bytes[keyStart..<position]
        if canonical, let previousKey, !CBOREncoder.ctap2Precedes(previousKey, encodedKey) {
          throw fault(previousKey == encodedKey ? .duplicateKey : .keysOutOfOrder, at: keyStart)
        }
        previousKey = encodedKey
        entries.append(CBORMap.Entry(key: key, value: try readItem(depth: depth + 1)))
      }
    } else {
      while let key = try readItemOrBreak(depth: depth + 1) {
        entries.append(CBORMap.Entry(key: key, value: try readItem(depth: depth + 1)))
      }
    }
    if keepsRepeatedKeys { return CBORMap(keepingRepeatedKeys: entries) }
    guard let map = CBORMap(entries) else { throw fault(.duplicateKey, at: offset) }
    return map
  }

  private mutating func readItemOrBreak(depth: Int) throws(CanonicalCBORError) -> CBORValue? {
    let head = try readHead()
    if head.isBreak { return nil }
    return try readItem(head, depth: depth)
  }

  private mutating func readChunks(of major: CBORMajorType) throws(CanonicalCBORError) -> [ArraySlice<UInt8>] {
    var chunks: [ArraySlice<UInt8>] = []
    while true {
      let head = try readHead()
      if head.isBreak { return chunks }
      guard head.major == major, let length = head.argument else { throw fault(.wrongChunkType, at: head.offset) }
      chunks.append(try readBytes(length))
    }
  }

  private func text(of utf8: ArraySlice<UInt8>, at offset: Int) throws(CanonicalCBORError) -> String {
    guard let text = String(validating: utf8, as: UTF8.self) else { throw fault(.invalidUTF8, at: offset) }
    return text
  }

  // MARK: Bytes and limits

  private mutating func readByte() throws(CanonicalCBORError) -> UInt8 {
    guard position < end else { throw outOfData }
    defer { position += 1 }
    return bytes[position]
  }

  private mutating func readBytes(_ length: UInt64) throws(CanonicalCBORError) -> ArraySlice<UInt8> {
    guard let length = Int(exactly: length), length <= end - position else { throw outOfData }
    defer { position += length }
    return bytes[position..<position + length]
  }

  private mutating func readBigEndian(byteCount: Int) throws(CanonicalCBORError) -> UInt64 {
    var number: UInt64 = 0
    for byte in try readBytes(UInt64(byteCount)) { number = number << 8 | UInt64(byte) }
    return number
  }

  /// Checks a count before reading. Every element takes at least one byte, so a count beyond the remaining bytes is rejected immediately.
  private func plausible(_ count: UInt64, at offset: Int) throws(CanonicalCBORError) -> Int {
    guard let count = Int(exactly: count), count <= end - position else { throw outOfData }
    guard count <= limits.maximumItemCount else { throw fault(.tooManyItems, at: offset) }
    return count
  }

  private func checkDepth(_ depth: Int, at offset: Int) throws(CanonicalCBORError) {
    guard depth < limits.maximumDepth else { throw fault(.nestedTooDeeply, at: offset) }
  }

  private var outOfData: CanonicalCBORError {
    fault(end < bytes.endIndex ? .inputTooLong : .incompleteData, at: position)
  }

  private func fault(_ code: CanonicalCBORError.Code, at offset: Int) -> CanonicalCBORError {
    CanonicalCBORError(code, at: offset - bytes.startIndex)
  }
}
