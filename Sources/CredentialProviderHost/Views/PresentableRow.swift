// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol
public import Foundation

/// One row of a list or choice.
public struct PresentableRow: Hashable, Sendable {
  /// A one-time code that is shown while it is good.
  public struct LiveCode: Hashable, Sendable {
    /// The code.
    public var text: String
    /// When it ends.
    public var validUntil: Date
    /// How long such a code lasts.
    public var period: Duration

    /// Describes a code.
    public init(text: String, validUntil: Date, period: Duration) {
      self.text = text
      self.validUntil = validUntil
      self.period = period
    }
  }

  /// What the outcome names the row by, unique in its view.
  public var id: String
  /// The first line: as a rule the service.
  public var title: String
  /// The second line: as a rule the account.
  public var subtitle: String?
  /// The row's one-time code.
  public var code: LiveCode?
  /// Whether the row fits what was asked for; put such rows first. Ask with a ``PresentableConfirmation`` that names both services before you
  /// complete with one that does not: whoever picked it may not have seen that it belongs elsewhere.
  public var matches: Bool

  /// Describes a row; `id` comes back when it is picked.
  public init(id: String, title: String, subtitle: String? = nil, code: LiveCode? = nil, matches: Bool = false) {
    self.id = id
    self.title = title
    self.subtitle = subtitle
    self.code = code
    self.matches = matches
  }

  var value: PresentableViewValue.Row {
    PresentableViewValue.Row(
      id: id, title: title, subtitle: subtitle, code: code?.text, validUntil: code?.validUntil.timeIntervalSince1970,
      period: (code?.period).map { Double($0.components.seconds) + Double($0.components.attoseconds) / 1e18 }, match: matches)
  }
}

/// A labelled fact about a question.
public struct PresentableDetail: Hashable, Sendable {
  /// What the fact is about.
  public var label: String
  /// The fact.
  public var value: String

  /// Pairs a label with its value.
  public init(label: String, value: String) {
    self.label = label
    self.value = value
  }

  var wire: PresentableViewValue.Detail { PresentableViewValue.Detail(label: label, value: value) }
}
