// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

/// One view of a provider or of the broker while it is on a screen: events go in, the person's answer comes out.
///
/// It knows no toolkit, terminal or clock, and is the same for all of them; times are seconds of a clock that never goes back.
package struct PresentedView: Sendable {
  /// What happens to the view.
  package enum Event: Sendable {
    /// The view was painted: a person can see it from now on.
    case appeared
    /// A key or click came that means nothing here, or that came too soon.
    case disturbed
    /// The same screen came with newer contents (see ``isSameScreen(as:)``).
    case updated(PresentableViewValue)
    /// The search was changed to this text.
    case searched(String)
    /// The selection was moved.
    case moved(Movement)
    /// The row with this identifier was selected.
    case selected(String)
    /// The row with this identifier was picked.
    case chose(String)
    /// Enter was pressed: picks the selected row, if there is one. A question has no default answer.
    case accepted
    /// Something was typed into the form's field at this place, or taken from it; whether there is a text in it now.
    case typed(field: Int, hasText: Bool)
    /// The way on was taken, by its own button or key; of a form also by Enter, once every field that must have a text has one.
    case confirmed
    /// The view was cancelled or closed.
    case cancelled
  }

  /// How a selection moves.
  package enum Movement: Sendable {
    /// By so many rows, downwards when positive.
    case by(Int)
    /// To the first row.
    case first
    /// To the last row.
    case last
  }

  /// Rows that belong together.
  package struct Section: Sendable {
    /// What the rows have in common; nil where there is nothing to tell apart.
    package let heading: String?
    /// The rows, in the view's order.
    package let rows: [PresentableViewValue.Row]
  }

  /// Seconds from the first paint to the first key or click that counts, so that what was meant for something else does not end here.
  package static let settleTime = 0.5
  /// Seconds without any key or click that have to pass before one counts: somebody who is still typing elsewhere has not looked here yet.
  package static let idleTime = 0.3
  /// The most rows shown at once; a search finds the others.
  package static let shownLimit = 200
  /// The number of rows from which on a search helps, whatever the view says.
  static let searchableFrom = 12

  /// What is shown.
  package private(set) var view: PresentableViewValue
  /// What the person searches for.
  package private(set) var search = ""
  /// The rows that fit the search, matches first, ``shownLimit`` at most.
  package private(set) var rows: [PresentableViewValue.Row] = []
  /// How many rows fit the search, shown or not.
  package private(set) var fittingCount = 0
  /// The identifier of the row that Enter picks; nil until the person has moved to one or found one that fits.
  package private(set) var selected: String?
  /// Whether the person has answered and the next view is awaited.
  package private(set) var isAnswered = false

  /// The place of the form's field that keys go to, where the surface itself has no focus.
  package private(set) var field = 0

  /// Whether each of the form's fields has a text.
  private var haveText: [Bool] = []
  private var appearedAt: Double?
  private var disturbedAt: Double?

  /// Begins with a view that is not on the screen yet.
  package init(_ view: PresentableViewValue) {
    self.view = view
    haveText = (view.fields ?? []).map { !($0.text ?? "").isEmpty }
    filter()
  }

  /// The place of the first field that has no text and must have one; nil when the form can be confirmed.
  package var firstMissing: Int? {
    (view.fields ?? []).indices.first { !haveText[$0] && !(view.fields?[$0].optional ?? false) }
  }

  /// Whether a newer view is this screen with newer contents, which keeps search and selection, and not another one.
  ///
  /// The broker's own views and each provider's are numbered for themselves: the number alone does not tell them apart.
  package func isSameScreen(as other: PresentableViewValue) -> Bool {
    view.number == other.number && view.kind == other.kind && view.title == other.title && view.source == other.source
  }

  /// Whether a newer view says what this one says, apart from what changes by itself while a person looks at it.
  package func isUnchanged(in newer: PresentableViewValue) -> Bool { newer.withoutCodes == view.withoutCodes }

  /// Whether rows can be picked.
  package var hasRows: Bool { view.kind == .list || view.kind == .choice }

  /// Whether a search is offered.
  package var isSearchable: Bool {
    view.kind == .list && (view.searchable ?? false || (view.rows?.count ?? 0) >= Self.searchableFrom)
  }

  /// The rows shown: those that fit what was asked for, then the others, which are always named so in a list.
  package var sections: [Section] {
    let matches = rows.filter { $0.match ?? false }
    let others = rows.filter { !($0.match ?? false) }
    guard view.kind == .list, others.contains(where: { $0.match != nil }) || (!matches.isEmpty && !others.isEmpty) else {
      return rows.isEmpty ? [] : [Section(heading: nil, rows: rows)]
    }
    let sections = [Section(heading: ViewWords.matches, rows: matches), Section(heading: ViewWords.others, rows: others)]
    return sections.filter { !$0.rows.isEmpty }
  }

  /// The place of the selected row among ``rows``.
  package var selection: Int? { rows.firstIndex { $0.id == selected } }

  /// Whether a key or click that comes now counts.
  ///
  /// - Parameter now: seconds of the clock that ``handle(_:now:)`` gets.
  package func isReady(at now: Double) -> Bool {
    guard let appearedAt, now >= appearedAt + Self.settleTime else { return false }
    return disturbedAt.map { now >= $0 + Self.idleTime } ?? true
  }

  /// Takes an event in. A key or click that comes before the view is ready is ignored, and the idle gap begins again with it.
  ///
  /// - Returns: what the person answered with it, if that is an answer.
  package mutating func handle(_ event: Event, now: Double) -> ViewEventValue? {
    switch event {
    case .appeared:
      appearedAt = now
      return nil
    case .updated(let view):
      update(view, now: now)
      return nil
    // Giving up releases nothing and needs no protection; it may also come after an answer that leads nowhere.
    case .cancelled: return ViewEventValue(view: view.number, action: .cancel)
    default:
      guard isReady(at: now) else {
        disturbedAt = now
        return nil
      }
      return act(on: event)
    }
  }

  /// What a key or click of a person who sees the view does.
  private mutating func act(on event: Event) -> ViewEventValue? {
    switch event {
    case .searched(let text):
      search = text
      selected = nil
      filter()
      // Enter takes what was searched for, but never a credential of another service.
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
      // A form is typed into before Enter means anything, so Enter is no answer to what nobody has read.
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
    // Other rows or words under the pointer are as new to the person as another view.
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
  /// The view apart from what changes by itself while a person looks at it.
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
