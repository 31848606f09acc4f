// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol

/// A list of rows, one of which can be chosen.
public struct PresentableList: Hashable, Sendable {
  /// The ways in which a user can end a list.
  public enum Outcome: Hashable, Sendable {
    /// The row with this ID was chosen.
    case chosen(String)
    /// The list was cancelled or closed.
    case canceled
  }

  /// The headline.
  public var title: String
  /// The text below the headline.
  public var message: String?
  /// The rows, in order of preference.
  public var rows: [PresentableRow]
  /// Whether to offer a search over the rows.
  public var isSearchable: Bool

  /// Creates a list. Nothing is shown until the extension context presents it.
  public init(title: String, message: String? = nil, rows: [PresentableRow], isSearchable: Bool = true) {
    self.title = title
    self.message = message
    self.rows = rows
    self.isSearchable = isSearchable
  }

  func value(numbered number: Int) -> PresentableViewValue {
    PresentableViewValue(
      number: number, kind: .list, title: title, message: message, rows: rows.map(\.value), searchable: isSearchable)
  }
}
