// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol

/// A text without a question: what went wrong, or what the user should do elsewhere.
public struct PresentableMessage: Hashable, Sendable {
  /// The headline.
  public var title: String
  /// The text below the headline.
  public var message: String

  /// Creates a message. Nothing is shown until the extension context presents it.
  public init(title: String, message: String) {
    self.title = title
    self.message = message
  }

  func value(numbered number: Int, busy: Bool) -> PresentableViewValue {
    PresentableViewValue(number: number, kind: .message, title: title, message: message, busy: busy)
  }
}
