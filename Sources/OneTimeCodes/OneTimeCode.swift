// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// One code and the time in which it is the current one.
///
/// Printing it shows no digit; read ``text`` to show or send it.
public struct OneTimeCode: Sendable {
  /// The characters to type, leading zeros included.
  public let text: String
  /// The first instant of the code's period; for a counter-based code the instant it was computed for.
  public let validFrom: Date
  /// The first instant at which another code follows; `Date.distantFuture` for a counter-based code.
  public let validUntil: Date
}

extension OneTimeCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A constant that says what this is.
  public var description: String { "OneTimeCode(redacted)" }
  /// The same constant as ``description``.
  public var debugDescription: String { description }
  /// No children, so that `dump` prints no digit either.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
