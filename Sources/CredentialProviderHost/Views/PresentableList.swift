// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol

/// Rows to pick one from.
public struct PresentableList: Hashable, Sendable {
  /// How a person leaves a list.
  public enum Outcome: Hashable, Sendable {
    /// The row with this id was picked.
    case chosen(String)
    /// The list was cancelled or closed.
    case canceled
  }

  /// The headline.
  public var title: String
  /// What the person should know.
  public var message: String?
  /// The rows, best first.
  public var rows: [PresentableRow]
  /// Whether to offer a search over the rows.
  public var isSearchable: Bool

  /// Describes a list; nothing is shown before the extension's context presents it.
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
