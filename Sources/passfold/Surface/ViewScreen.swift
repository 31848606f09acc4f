// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
package import PresentedViews
import Translations

/// Draws a view on a terminal: state, size and time in, lines of cells out.
///
/// As in the live list, codes come first in a row, where a terminal that reorders right-to-left names cannot move them. Nothing is
/// conveyed by colour only.
package struct ViewScreen {
  private static let mark = 2
  private static let codeWidth = 10
  private static let timeWidth = 5

  private let model: PresentedView
  private let size: ScreenSize
  private let time: Double
  private let signs: WatchScreen.Signs
  private let fields: [String]

  /// - Parameters:
  ///   - time: Seconds since 1970.
  ///   - fields: The contents of a form's fields, with secrets hidden.
  package init(_ model: PresentedView, size: ScreenSize, time: Double, signs: WatchScreen.Signs = .unicode, fields: [String] = []) {
    self.model = model
    self.fields = fields
    self.size = size
    self.time = time
    self.signs = signs
  }

  /// The lines, as many as the screen has.
  package var lines: [ScreenLine] { composed.lines }

  /// The position of the cursor: on the selected row, so that screen readers and braille displays follow it.
  package var cursor: (line: Int, column: Int) { composed.cursor }

  private var composed: (lines: [ScreenLine], cursor: (line: Int, column: Int)) {
    let foot = self.foot
    let room = max(0, size.rows - foot.count)
    var head = self.head
    var body: [ScreenLine] = []
    var selectedLine: Int?
    var column = 0
    if model.hasRows || model.view.kind == .form {
      if model.hasRows { (body, selectedLine) = rows } else { (body, selectedLine, column) = form }
      // The question is cut before the answers are.
      head = Array(head.prefix(max(1, room - min(body.count, max(3, room / 2)))))
      let height = max(0, room - head.count)
      let top = max(0, min(body.count - height, (selectedLine ?? 0) - height / 2))
      body = Array(body.dropFirst(top).prefix(height))
      selectedLine = selectedLine.map { $0 - top }
    }
    var lines = Array((head + body).prefix(room))
    let cursorLine = selectedLine.map { head.count + $0 } ?? 0
    lines += [ScreenLine](repeating: ScreenLine(), count: room - lines.count)
    lines = Array((lines + foot).prefix(max(0, size.rows)))
    return (lines, (min(max(0, cursorLine), max(0, size.rows - 1)), min(column, max(0, size.columns - 1))))
  }

  private var head: [ScreenLine] {
    let view = model.view
    let isRoomy = size.rows >= 16
    var lines = texts(view.title, style: .bold)
    let about = ViewWords.about(view)
    if !about.isEmpty { lines += texts(about, style: .dim) }
    let message = view.message ?? (view.busy ?? false ? ViewWords.waiting : "")
    if !message.isEmpty { lines += [ScreenLine()] + texts(view.busy ?? false ? unfinished(message) : message) }
    for (index, detail) in (view.details ?? []).enumerated() {
      if index == 0, isRoomy || !model.hasRows { lines.append(ScreenLine()) }
      lines += texts("\(detail.label): \(detail.value)")
    }
    guard model.hasRows else { return lines }
    if isRoomy { lines.append(ScreenLine()) }
    if model.isSearchable {
      let search = model.search.isEmpty ? translated("Type to search") : "\(ViewWords.search): \(model.search)"
      lines += texts(search, style: model.search.isEmpty ? .dim : .bold)
    }
    return lines
  }

  /// The beginning of a sentence that continues.
  private func unfinished(_ text: String) -> String {
    (text.hasSuffix(".") ? String(text.dropLast()) : text) + (signs.isUnicode ? " …" : " ...")
  }

  // MARK: Fields

  /// The destination of the text, then a line for each field; a mark shows the field being typed into.
  private var form: (lines: [ScreenLine], selected: Int?, column: Int) {
    let space = size.rows >= 16 ? [ScreenLine()] : []
    var lines = space + texts(ViewWords.destination(of: model.view)) + [ScreenLine()]
    var (selected, column): (Int?, Int) = (nil, 0)
    for (index, field) in (model.view.fields ?? []).enumerated() {
      let isHere = index == model.field
      var line = ScreenLine()
      put(isHere ? ">" : " ", in: &line, at: 0, width: 1, style: .bold)
      let label = TextWidth.cut(ViewWords.label(of: field) + ":", to: max(1, size.columns / 2), mark: signs.cut)
      put(label, in: &line, at: Self.mark, width: size.columns - Self.mark, style: isHere ? .bold : .dim)
      let start = Self.mark + TextWidth.columns(label) + 1
      let room = max(0, size.columns - start - 1)
      // Typing continues at the end.
      var text = fields.indices.contains(index) ? fields[index] : ""
      while TextWidth.columns(text) > room, !text.isEmpty { text.removeFirst() }
      put(text, in: &line, at: start, width: room)
      if isHere { (selected, column) = (lines.count, start + TextWidth.columns(text)) }
      lines.append(line)
    }
    return (lines, selected, column)
  }

  // MARK: Rows

  private var rows: (lines: [ScreenLine], selected: Int?) {
    guard !model.rows.isEmpty else {
      return (texts(model.view.rows?.isEmpty ?? true ? ViewWords.noRows : ViewWords.nothingFits), nil)
    }
    var lines: [ScreenLine] = []
    var selected: Int?
    for section in model.sections {
      if let heading = section.heading { lines += texts(heading, style: .dim) }
      for row in section.rows {
        if row.id == model.selected { selected = lines.count }
        lines.append(line(for: row))
      }
    }
    if let more = ViewWords.more(shown: model.rows.count, of: model.fittingCount) { lines += texts(more, style: .dim) }
    return (lines, selected)
  }

  private var hasCodes: Bool { model.rows.contains { LiveCode($0) != nil } }

  private func line(for row: PresentableViewValue.Row) -> ScreenLine {
    var line = ScreenLine()
    let isSelected = row.id == model.selected
    put(isSelected ? ">" : " ", in: &line, at: 0, width: 1, style: .bold)
    var column = Self.mark
    if hasCodes {
      if let code = LiveCode(row) {
        let isSoonOver = code.isSoonOver(at: time)
        put(
          code.groups, in: &line, at: column, width: max(Self.codeWidth, TextWidth.columns(code.groups)),
          style: ScreenStyle(isBold: true, color: isSoonOver ? .yellow : nil))
        if let seconds = code.seconds(at: time), TextWidth.columns(code.groups) <= Self.codeWidth {
          let text = (isSoonOver ? "!" : "") + "\(seconds)s"
          put(
            String(repeating: " ", count: max(0, Self.timeWidth - text.count)) + text, in: &line, at: column + Self.codeWidth,
            width: Self.timeWidth, style: ScreenStyle(isBold: isSoonOver))
        }
        column = max(column, column + TextWidth.columns(code.groups) - Self.codeWidth)
      }
      column += Self.codeWidth + Self.timeWidth + 2
    }
    let detail = RowWords(row, in: model.view).detail
    let width = max(0, size.columns - column)
    let wanted = model.rows.lazy.map { TextWidth.columns($0.title) }.max() ?? 0
    let titleWidth = detail.isEmpty ? width : min(wanted, width >= 40 ? width / 2 : width * 3 / 5)
    put(row.title, in: &line, at: column, width: titleWidth, style: ScreenStyle(isBold: isSelected))
    put(detail, in: &line, at: column + titleWidth + 2, width: width - titleWidth - 2, style: isSelected ? .plain : .dim)
    return line
  }

  // MARK: Foot

  private var foot: [ScreenLine] {
    var lines: [ScreenLine] = []
    // Spells out what a narrow row cuts off.
    if size.rows >= 8, let row = model.rows.first(where: { $0.id == model.selected }) {
      lines += Array(texts(RowWords(row, in: model.view).spoken).prefix(size.rows >= 16 ? 3 : 2))
    }
    return [ScreenLine()] + lines + texts(keys, style: .dim)
  }

  private var keys: String {
    let view = model.view
    let isRead = ViewWords.wayOut(of: view) == ViewWords.close
    let escape =
      model.hasRows && !model.search.isEmpty ? translated("Esc clears") : isRead ? translated("Esc closes") : translated("Esc cancels")
    switch view.kind {
    case .list, .choice:
      guard !model.isAnswered else { return "\(ViewWords.waiting)   \(escape)" }
      guard !model.rows.isEmpty else { return escape }
      return translated("\(signs.isUnicode ? "↑ ↓" : translated("Up Down")) choose   Enter picks   \(escape)")
    case .confirmation:
      let label = view.confirmLabel.flatMap { $0.isEmpty ? nil : $0 } ?? ViewWords.confirm
      // A view that releases or creates something is not confirmed with the most frequently pressed key.
      return "\(YesAnswer.letter): \(label)   \(escape)"
    case .message: return escape
    case .form:
      guard !model.isAnswered else { return "\(ViewWords.waiting)   \(escape)" }
      let label = view.confirmLabel.flatMap { $0.isEmpty ? nil : $0 } ?? ViewWords.confirm
      let next = (view.fields?.count ?? 0) > 1 ? translated("Tab next field") + "   " : ""
      return "\(next)Enter: \(label)   \(escape)"
    }
  }

  private func texts(_ text: String, style: ScreenStyle = .plain) -> [ScreenLine] {
    TextWidth.wrapped(text, to: max(1, size.columns)).map { text in
      var line = ScreenLine()
      put(text, in: &line, at: 0, width: size.columns, style: style)
      return line
    }
  }

  private func put(_ text: String, in line: inout ScreenLine, at column: Int, width: Int, style: ScreenStyle = .plain) {
    let text = TextWidth.cut(text, to: max(0, min(width, size.columns - column)), mark: signs.cut)
    if !text.isEmpty { line.put(text, at: column, style: style) }
  }
}
