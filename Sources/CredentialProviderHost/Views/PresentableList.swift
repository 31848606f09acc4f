// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol
internal import LocalTransport

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
  /// The rows, in order of preference. About a thousand have room; of more, the last ones are not shown, and the list says how many.
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

  /// The most bytes of all rows in the message to the system, which has 256 KiB with everything around them.
  private static let mostRowBytes = 192 * 1024
  /// No row of a usable length is shorter.
  private static let leastRowBytes = 64

  /// The view: rows that have no room in it are left out from the end, and one that is too long for any is left out alone.
  func value(numbered number: Int) -> PresentableViewValue {
    var (shown, left): ([PresentableViewValue.Row], Int) = ([], Self.mostRowBytes)
    for row in rows where left >= Self.leastRowBytes {
      let value = row.value
      let byteCount = (try? MessageCoding.encode(value).count) ?? .max
      guard byteCount < left else { continue }
      shown.append(value)
      left -= byteCount + 1
    }
    let missing = rows.count - shown.count
    let words = missing == 0 ? message : [message, "\(missing) more have no room in this list."].compactMap(\.self).joined(separator: " ")
    return PresentableViewValue(number: number, kind: .list, title: title, message: words, rows: shown, searchable: isSearchable)
  }
}
