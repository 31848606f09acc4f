// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// A code and the period in which it is valid.
///
/// Its description contains no digit; use ``text`` to show or send the code.
public struct OneTimeCode: Sendable {
  /// The characters to type, including leading zeros.
  public let text: String
  /// The start of the code's period. For a counter-based code, the instant for which it was computed.
  public let validFrom: Date
  /// The instant at which the next code replaces this one; `Date.distantFuture` for a counter-based code.
  public let validUntil: Date
}

extension OneTimeCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A constant that names the type.
  public var description: String { "OneTimeCode(redacted)" }
  /// The same constant as ``description``.
  public var debugDescription: String { description }
  /// No children, so that `dump` does not print digits either.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
