// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol

/// A question answered with one of a few rows, with facts about it. No row is selected until the user moves to one.
public struct PresentableChoice: Hashable, Sendable {
  /// The ways in which a user can end a choice.
  public enum Outcome: Hashable, Sendable {
    /// The row with this ID was confirmed.
    case chosen(String)
    /// The choice was cancelled or closed.
    case canceled
  }

  /// The headline.
  public var title: String
  /// The text below the headline.
  public var message: String?
  /// The facts.
  public var details: [PresentableDetail]
  /// The answers, in order of preference.
  public var rows: [PresentableRow]
  /// The label of the button that continues.
  public var confirmLabel: String

  /// Creates a choice. Nothing is shown until the extension context presents it.
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
