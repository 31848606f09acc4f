// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol

/// A question that can be confirmed or cancelled.
public struct PresentableConfirmation: Hashable, Sendable {
  /// The ways in which a user can end a confirmation.
  public enum Outcome: Hashable, Sendable {
    /// The user agreed.
    case confirmed
    /// The confirmation was cancelled or closed.
    case canceled
  }

  /// The headline.
  public var title: String
  /// The text below the headline.
  public var message: String?
  /// The facts.
  public var details: [PresentableDetail]
  /// The label of the button that continues.
  public var confirmLabel: String
  /// Whether confirming deletes something.
  public var isDestructive: Bool

  /// Creates a question. Nothing is shown until the extension context presents it.
  public init(
    title: String, message: String? = nil, details: [PresentableDetail] = [], confirmLabel: String, isDestructive: Bool = false
  ) {
    self.title = title
    self.message = message
    self.details = details
    self.confirmLabel = confirmLabel
    self.isDestructive = isDestructive
  }

  func value(numbered number: Int) -> PresentableViewValue {
    PresentableViewValue(
      number: number, kind: .confirmation, title: title, message: message, details: details.map(\.wire), confirmLabel: confirmLabel,
      destructive: isDestructive)
  }
}
