// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// Writes a table as in RFC 4180, with CR LF line ends, into secret memory.
package struct CSVWriter: ~Copyable {
  /// The value of a cell.
  package enum Value: Sendable {
    /// A non-secret value.
    case text(String)
    /// A secret value in UTF-8.
    case secret(SharedSecret)
    /// No value.
    case none
  }

  private var lines: [[Value]] = []

  /// Creates a table with its heading.
  package init(heading: [String]) { lines.append(heading.map(Value.text)) }

  /// Adds a line.
  package mutating func add(_ line: [Value]) { lines.append(line) }

  /// The complete file.
  package consuming func file() -> SharedSecret { SharedSecret.counted { write($0) } }

  private borrowing func write(_ body: (UInt8) -> Void) {
    for line in lines {
      for (index, value) in line.enumerated() {
        if index > 0 { body(UInt8(ascii: ",")) }
        switch value {
        case .none: break
        case .text(var text): text.withUTF8 { cell(UnsafeRawBufferPointer($0), body) }
        case .secret(let secret): secret.withBytes { cell($0, body) }
        }
      }
      body(0x0D)
      body(0x0A)
    }
  }

  // RFC 4180 §2 rules 5 to 7. A value that begins or ends with a space is quoted too, because some readers trim.
  private borrowing func cell(_ bytes: UnsafeRawBufferPointer, _ body: (UInt8) -> Void) {
    let special: [UInt8] = [UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, 0x0A, 0x0D]
    guard bytes.contains(where: special.contains) || bytes.first == 0x20 || bytes.last == 0x20 else { return bytes.forEach(body) }
    body(UInt8(ascii: "\""))
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { body(byte) }
      body(byte)
    }
    body(UInt8(ascii: "\""))
  }
}
