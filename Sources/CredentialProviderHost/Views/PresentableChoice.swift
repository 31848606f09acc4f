// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol

/// A question whose answer is one of a few rows, with the facts that it is about; no row is selected until the person moves to one.
public struct PresentableChoice: Hashable, Sendable {
  /// How a person leaves a choice.
  public enum Outcome: Hashable, Sendable {
    /// The row with this id was confirmed.
    case chosen(String)
    /// The choice was cancelled or closed.
    case canceled
  }

  /// The headline.
  public var title: String
  /// What the person should know.
  public var message: String?
  /// The facts.
  public var details: [PresentableDetail]
  /// The answers, best first.
  public var rows: [PresentableRow]
  /// The label of the way on.
  public var confirmLabel: String

  /// Describes a choice; nothing is shown before the extension's context presents it.
  public init(title: String, message: String? = nil, details: [PresentableDetail], rows: [PresentableRow], confirmLabel: String) {
    self.title = title
    self.message = message
    self.details = details
    self.rows = rows
    self.confirmLabel = confirmLabel
  }

  func value(numbered number: Int) -> PresentableViewValue {
    PresentableViewValue(
      number: number, kind: .choice, title: title, message: message, rows: rows.map(\.value), details: details.map(\.wire),
      confirmLabel: confirmLabel)
  }
}
