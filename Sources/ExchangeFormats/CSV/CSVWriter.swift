// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// Writes a table as RFC 4180 has it, with every line's end CR LF, into memory for secrets.
package struct CSVWriter: ~Copyable {
  /// A value of one cell.
  package enum Value: Sendable {
    /// What is no secret.
    case text(String)
    /// What is one, in UTF-8.
    case secret(SharedSecret)
    /// Nothing.
    case none
  }

  private var lines: [[Value]] = []

  /// Makes a table of one line.
  package init(heading: [String]) { lines.append(heading.map(Value.text)) }

  /// Adds a line.
  package mutating func add(_ line: [Value]) { lines.append(line) }

  /// The whole file.
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

  // RFC 4180 §2 rules 5 to 7. A value that begins or ends with a space has quotes too: some readers trim.
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
