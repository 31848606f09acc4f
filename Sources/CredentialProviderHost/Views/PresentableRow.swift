// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol
public import Foundation

/// One row of a list or choice.
public struct PresentableRow: Hashable, Sendable {
  /// A one-time code that is shown while it is valid.
  public struct LiveCode: Hashable, Sendable {
    /// The code.
    public var text: String
    /// The time at which it expires.
    public var validUntil: Date
    /// The total time for which such a code is valid.
    public var period: Duration

    /// Creates a code.
    public init(text: String, validUntil: Date, period: Duration) {
      self.text = text
      self.validUntil = validUntil
      self.period = period
    }
  }

  /// The row's ID in the outcome, unique in its view.
  public var id: String
  /// The first line, usually the service.
  public var title: String
  /// The second line, usually the account.
  public var subtitle: String?
  /// The row's one-time code.
  public var code: LiveCode?
  /// Whether the row matches the request. Put such rows first. Before completing with a row that does not match, ask with a
  /// ``PresentableConfirmation`` that names both services, because the user may not have noticed that the row belongs elsewhere.
  public var matches: Bool

  /// Creates a row. The outcome contains `id` if the row is chosen.
  public init(id: String, title: String, subtitle: String? = nil, code: LiveCode? = nil, matches: Bool = false) {
    self.id = id
    self.title = title
    self.subtitle = subtitle
    self.code = code
    self.matches = matches
  }

  /// The most characters of a line: the system shows no more.
  private static let mostCharacters = 200

  var value: PresentableViewValue.Row {
    PresentableViewValue.Row(
      id: id, title: String(title.prefix(Self.mostCharacters)), subtitle: subtitle.map { String($0.prefix(Self.mostCharacters)) },
      code: code?.text, validUntil: code?.validUntil.timeIntervalSince1970,
      period: (code?.period).map { $0 / .seconds(1) }, match: matches)
  }
}

/// A labelled fact about a question.
public struct PresentableDetail: Hashable, Sendable {
  /// The label.
  public var label: String
  /// The value.
  public var value: String

  /// Creates a labelled fact.
  public init(label: String, value: String) {
    self.label = label
    self.value = value
  }

  var wire: PresentableViewValue.Detail { PresentableViewValue.Detail(label: label, value: value) }
}
