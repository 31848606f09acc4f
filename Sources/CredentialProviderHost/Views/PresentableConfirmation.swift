// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol

/// A question with one way on.
public struct PresentableConfirmation: Hashable, Sendable {
  /// How a person leaves a confirmation.
  public enum Outcome: Hashable, Sendable {
    /// The person agreed.
    case confirmed
    /// The confirmation was cancelled or closed.
    case canceled
  }

  /// The headline.
  public var title: String
  /// What the person should know.
  public var message: String?
  /// The facts.
  public var details: [PresentableDetail]
  /// The label of the way on.
  public var confirmLabel: String
  /// Whether going on removes something.
  public var isDestructive: Bool

  /// Describes a question; nothing is shown before the extension's context presents it.
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
