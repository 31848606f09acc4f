// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPassfoldSystem

/// Compares two buffers in a time that depends only on their lengths. Buffers of different lengths are unequal.
public func constantTimeEquals(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
  guard a.count == b.count else { return false }
  guard let left = a.baseAddress, let right = b.baseAddress else { return true }
  return passfold_equal_in_constant_time(left, right, a.count)
}

/// Compares two spans of memory in a time that depends only on their lengths. Spans of different lengths are unequal.
public func constantTimeEquals(_ a: RawSpan, _ b: RawSpan) -> Bool {
  a.withUnsafeBytes { left in b.withUnsafeBytes { right in constantTimeEquals(left, right) } }
}

/// Compares two secrets in a time that depends only on their lengths.
public func constantTimeEquals(_ a: borrowing SecretBytes, _ b: borrowing SecretBytes) -> Bool {
  a.withBytes { left in b.withBytes { right in constantTimeEquals(left, right) } }
}

/// Compares two shared secrets in a time that depends only on their lengths.
public func constantTimeEquals(_ a: SharedSecret, _ b: SharedSecret) -> Bool {
  a.withBytes { left in b.withBytes { right in constantTimeEquals(left, right) } }
}

/// Compares two byte strings, such as authentication tags or codes, in a time that depends only on their lengths.
public func constantTimeEquals(_ a: [UInt8], _ b: [UInt8]) -> Bool {
  a.withUnsafeBytes { left in b.withUnsafeBytes { right in constantTimeEquals(left, right) } }
}
