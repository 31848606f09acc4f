// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

/// One view of a provider or of the broker while it is on a screen: events go in, the user's answer comes out.
///
/// It does not depend on a toolkit, terminal or clock; times are seconds of a monotonic clock.
package struct PresentedView: Sendable {
  /// The events of the view.
  package enum Event: Sendable {
    /// The view was painted, so the user can see it from now on.
    case appeared
    /// A key or click that has no meaning here, or that came too soon.
    case disturbed
    /// The same screen arrived with newer contents (see ``isSameScreen(as:)``).
    case updated(PresentableViewValue)
    /// The search was changed to this text.
    case searched(String)
    /// The selection was moved.
    case moved(Movement)
    /// The row with this identifier was selected.
    case selected(String)
    /// The row with this identifier was chosen.
    case chose(String)
    /// Enter was pressed: chooses the selected row, if there is one. A question has no default answer.
    case accepted
    /// Text was typed into the form's field at this index, or removed from it; whether the field now has text.
    case typed(field: Int, hasText: Bool)
    /// The view was confirmed with its button or key; a form also with Enter, once every required field has text.
    case confirmed
    /// The view was cancelled or closed.
    case cancelled
  }

  /// The movement of a selection.
  package enum Movement: Sendable {
    /// By this number of rows, downwards if positive.
    case by(Int)
    /// To the first row.
    case first
    /// To the last row.
    case last
  }

  /// Rows that belong together.
  package struct Section: Sendable {
    /// The common property of the rows; nil if there is nothing to distinguish.
    package let heading: String?
    /// The rows, in the view's order.
    package let rows: [PresentableViewValue.Row]
  }

  /// The seconds from the first paint to the first key or click that counts, so that input meant for something else has no effect here.
  package static let settleTime = 0.5
  /// The seconds without any key or click that must pass before one counts: a user who is still typing elsewhere has not looked here yet.
  package static let idleTime = 0.3
  /// The maximum number of rows shown; a search finds the others.
  package static let shownLimit = 200
  /// The number of rows from which a search is offered, whatever the view requests.
  static let searchableFrom = 12

  /// The view that is shown.
  package private(set) var view: PresentableViewValue
  /// The user's search.
  package private(set) var search = ""
  /// The rows that match the search, the view's matches first, at most ``shownLimit``.
  package private(set) var rows: [PresentableViewValue.Row] = []
  /// The number of rows that match the search, shown or not.
  package private(set) var fittingCount = 0
  /// The identifier of the row that Enter chooses; nil until the user has moved to one or found a matching one.
  package private(set) var selected: String?
  /// Whether the user has answered and the next view is awaited.
  package private(set) var isAnswered = false

  /// The index of the form's field that receives keys, if the surface itself has no focus.
  package private(set) var field = 0

  /// Whether each of the form's fields has text.
  private var haveText: [Bool] = []
  private var appearedAt: Double?
  private var disturbedAt: Double?

  /// Starts with a view that is not on the screen yet.
  package init(_ view: PresentableViewValue) {
    self.view = view
    haveText = (view.fields ?? []).map { !($0.text ?? "").isEmpty }
    filter()
  }

  /// The index of the first required field without text; nil if the form can be confirmed.
  package var firstMissing: Int? {
    (view.fields ?? []).indices.first { !haveText[$0] && !(view.fields?[$0].optional ?? false) }
  }

  /// Whether a newer view is this screen with newer contents, and so keeps search and selection.
  ///
  /// The broker's own views and each provider's are numbered separately, so the number does not identify a view.
  package func isSameScreen(as other: PresentableViewValue) -> Bool {
    view.number == other.number && view.kind == other.kind && view.title == other.title && view.source == other.source
  }

  /// Whether a newer view has the same contents as this one, apart from parts that change automatically.
  package func isUnchanged(in newer: PresentableViewValue) -> Bool { newer.withoutCodes == view.withoutCodes }

  /// Whether rows can be chosen.
  package var hasRows: Bool { view.kind == .list || view.kind == .choice }

  /// Whether a search is offered.
  package var isSearchable: Bool {
    view.kind == .list && (view.searchable ?? false || (view.rows?.count ?? 0) >= Self.searchableFrom)
  }

  /// The rows shown: those that match the request, then the others, which a list always labels as such.
  package var sections: [Section] {
    let matches = rows.filter { $0.match ?? false }
    let others = rows.filter { !($0.match ?? false) }
    guard view.kind == .list, others.contains(where: { $0.match != nil }) || (!matches.isEmpty && !others.isEmpty) else {
      return rows.isEmpty ? [] : [Section(heading: nil, rows: rows)]
    }
    let sections = [Section(heading: ViewWords.matches, rows: matches), Section(heading: ViewWords.others, rows: others)]
    return sections.filter { !$0.rows.isEmpty }
  }

  /// The index of the selected row in ``rows``.
  package var selection: Int? { rows.firstIndex { $0.id == selected } }

  /// Whether a key or click that comes now counts.
  ///
  /// - Parameter now: Seconds of the clock used for ``handle(_:now:)``.
  package func isReady(at now: Double) -> Bool {
    guard let appearedAt, now >= appearedAt + Self.settleTime else { return false }
    return disturbedAt.map { now >= $0 + Self.idleTime } ?? true
  }

  /// Handles an event. A key or click before the view is ready is ignored and restarts the idle gap.
  ///
  /// - Returns: The user's answer, if the event is one.
  package mutating func handle(_ event: Event, now: Double) -> ViewEventValue? {
    switch event {
    case .appeared:
      appearedAt = now
      return nil
    case .updated(let view):
      update(view, now: now)
      return nil
    // Cancelling releases nothing and needs no protection; it can also follow an answer that has no result.
    case .cancelled: return ViewEventValue(view: view.number, action: .cancel)
    default:
      guard isReady(at: now) else {
        disturbedAt = now
        return nil
      }
      return act(on: event)
    }
  }

  /// Handles a key or click of a user who sees the view.
  private mutating func act(on event: Event) -> ViewEventValue? {
    switch event {
    case .searched(let text):
      search = text
      selected = nil
      filter()
      // Enter chooses a search result, but never a credential of another service.
      if !text.allSatisfy(\.isWhitespace) { selected = rows.first { $0.match ?? false }?.id }
    case .moved(let movement): if view.kind == .form { moveField(movement) } else { move(movement) }
    case .typed(let field, let hasText):
      if haveText.indices.contains(field) {
        haveText[field] = hasText
        self.field = field
      }
    case .selected(let row): if rows.contains(where: { $0.id == row }) { selected = row }
    case .chose(let row):
      guard hasRows, rows.contains(where: { $0.id == row }) else { return nil }
      return answer(.choose, row: row)
    case .accepted:
      if hasRows { return selected.flatMap { answer(.choose, row: $0) } }
      // A form is typed into before Enter has an effect, so Enter cannot answer an unread question.
      if view.kind == .form {
        if let missing = firstMissing { field = missing } else { return answer(.confirm) }
      }
    case .confirmed:
      if view.kind == .confirmation || (view.kind == .form && firstMissing == nil) { return answer(.confirm) }
    case .appeared, .disturbed, .updated, .cancelled: break
    }
    return nil
  }

  private mutating func answer(_ action: ViewEventValue.Action, row: String? = nil) -> ViewEventValue? {
    guard !isAnswered else { return nil }
    isAnswered = true
    return ViewEventValue(view: view.number, action: action, row: row)
  }

  private mutating func update(_ newer: PresentableViewValue, now: Double) {
    let isUnchanged = isUnchanged(in: newer)
    view = newer
    filter()
    guard !isUnchanged else { return }
    // Different rows or words under the pointer are as new to the user as another view.
    if appearedAt != nil { appearedAt = now }
    isAnswered = false
  }

  private mutating func move(_ movement: Movement) {
    guard !rows.isEmpty else { return }
    let place =
      switch movement {
      case .by(let count): min(max((selection ?? (count > 0 ? -1 : rows.count)) + count, 0), rows.count - 1)
      case .first: 0
      case .last: rows.count - 1
      }
    selected = rows[place].id
  }

  private mutating func moveField(_ movement: Movement) {
    let last = (view.fields?.count ?? 1) - 1
    switch movement {
    case .by(let count): field = min(max(field + count, 0), last)
    case .first: field = 0
    case .last: field = last
    }
  }

  private mutating func filter() {
    let words = search.lowercased().split(whereSeparator: \.isWhitespace)
    let fitting = (view.rows ?? []).filter { row in
      let text = [row.title, row.subtitle ?? "", row.provider ?? ""].joined(separator: "\n").lowercased()
      return words.allSatisfy { text.contains($0) }
    }
    let ordered = fitting.filter { $0.match ?? false } + fitting.filter { !($0.match ?? false) }
    rows = Array(ordered.prefix(Self.shownLimit))
    fittingCount = ordered.count
    if selection == nil { selected = nil }
  }
}

extension PresentableViewValue {
  /// The view without the parts that change automatically.
  fileprivate var withoutCodes: PresentableViewValue {
    var view = self
    view.rows = rows?.map { row in
      var row = row
      row.code = nil
      row.validUntil = nil
      row.period = nil
      return row
    }
    return view
  }
}
