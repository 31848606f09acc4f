// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import SecretMemory

/// Reads the output of ``CarriageWriter``. It is untrusted: a hostile file may have taken over the program that wrote it.
package struct CarriageReader {
  private let memory: UnsafeRawBufferPointer
  private var position = 0

  /// Reads from memory that the caller keeps valid.
  package init(_ bytes: UnsafeRawBufferPointer) { memory = bytes }

  /// Whether everything was read.
  package var isAtEnd: Bool { position == memory.count }

  /// The error for malformed bytes at the current position.
  package var malformed: CredentialExchangeError { CredentialExchangeError(.malformed, offset: position) }

  /// Reads a single value from all of the bytes.
  ///
  /// - Throws: `malformed`, also if anything follows the value.
  package static func whole<Value>(
    _ bytes: UnsafeRawBufferPointer, _ read: (inout CarriageReader) throws(CredentialExchangeError) -> Value
  ) throws(CredentialExchangeError) -> Value {
    var reader = CarriageReader(bytes)
    let value = try read(&reader)
    guard reader.position == bytes.count else { throw reader.malformed }
    return value
  }

  /// Reads a number.
  package mutating func number() throws(CredentialExchangeError) -> UInt64 {
    try take(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Reads a number that may be negative.
  package mutating func integer() throws(CredentialExchangeError) -> Int {
    guard let number = Int(exactly: Int64(bitPattern: try number())) else { throw malformed }
    return number
  }

  /// Reads a Boolean value.
  package mutating func boolean() throws(CredentialExchangeError) -> Bool {
    switch try number() {
    case 0: return false
    case 1: return true
    default: throw malformed
    }
  }

  /// Reads non-secret bytes.
  package mutating func bytes() throws(CredentialExchangeError) -> [UInt8] { Array(try take(count())) }

  /// Reads a non-secret text.
  package mutating func text() throws(CredentialExchangeError) -> String {
    guard let text = String(validating: try take(count()), as: UTF8.self) else { throw malformed }
    return text
  }

  /// Reads a secret.
  package mutating func secret() throws(CredentialExchangeError) -> SharedSecret { SharedSecret(copying: try take(count())) }

  /// Milliseconds from 1970 to the beginning of year 1 and of year 10 000.
  private static let dates = -62_135_596_800_000...253_402_300_800_000

  /// Reads a point in time in the years 1 to 9999.
  package mutating func date() throws(CredentialExchangeError) -> Date {
    let milliseconds = try integer()
    guard Self.dates.contains(milliseconds) else { throw malformed }
    return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// Reads an optional value.
  package mutating func optional<Value>(
    _ read: (inout CarriageReader) throws(CredentialExchangeError) -> Value
  ) throws(CredentialExchangeError) -> Value? {
    try boolean() ? try read(&self) : nil
  }

  /// Reads a list.
  package mutating func list<Value>(
    _ read: (inout CarriageReader) throws(CredentialExchangeError) -> Value
  ) throws(CredentialExchangeError) -> [Value] {
    // Every element is at least as long as a number, which limits a valid count.
    let count = try number()
    guard count <= UInt64(memory.count - position) / 8 else { throw malformed }
    var values: [Value] = []
    for _ in 0..<count { values.append(try read(&self)) }
    return values
  }

  private mutating func count() throws(CredentialExchangeError) -> Int {
    guard let count = Int(exactly: try number()) else { throw malformed }
    return count
  }

  private mutating func take(_ count: Int) throws(CredentialExchangeError) -> Slice<UnsafeRawBufferPointer> {
    guard count >= 0, count <= memory.count - position else { throw malformed }
    defer { position += count }
    return memory[position..<position + count]
  }
}
