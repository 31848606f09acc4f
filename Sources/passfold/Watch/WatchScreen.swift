// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// Draws the live list: state, size and time in, lines of cells out.
///
/// Codes come first in a row: their place is fixed, a terminal that reorders right-to-left names cannot move them, and only names are cut.
package struct WatchScreen {
  /// The two character sets for terminals.
  package struct Signs: Sendable {
    let bar: String
    let cut: Character
    let isUnicode: Bool

    /// For terminals whose locale has UTF-8.
    package static let unicode = Signs(bar: "━", cut: "…", isUnicode: true)
    /// For all other terminals.
    package static let ascii = Signs(bar: "=", cut: "~", isUnicode: false)
  }

  private let model: WatchModel
  private let layout: WatchLayout
  private let time: Double
  private let signs: Signs
  private let words: WatchWords

  /// - Parameter now: Seconds since 1970 by this computer's clock.
  package init(_ model: WatchModel, now: Double, signs: Signs = .unicode) {
    self.model = model
    layout = WatchLayout(size: model.size)
    time = now + model.ahead
    self.signs = signs
    words = WatchWords(isUnicode: signs.isUnicode)
  }

  /// The lines, as many as the screen has.
  package var lines: [ScreenLine] {
    var lines = [ScreenLine](repeating: ScreenLine(), count: max(0, model.size.rows))
    guard !lines.isEmpty, model.size.columns > 0 else { return lines }
    if layout.hasFrame {
      lines[0] = head
      for (number, line) in foot.enumerated() where layout.foot + number < lines.count { lines[layout.foot + number] = line }
    }
    for (index, line) in zip(layout.body, content) where index < lines.count { lines[index] = line }
    return lines
  }

  /// The position of the cursor, so that screen readers and braille displays follow the selection.
  package var cursor: (line: Int, column: Int) {
    let line = model.access == .open && !model.showsHelp ? layout.body.lowerBound + model.selection - model.top : layout.body.lowerBound
    return (min(max(0, line), max(0, model.size.rows - 1)), 0)
  }

  private var head: ScreenLine {
    var line = ScreenLine()
    let count = words.count(shown: model.visible.count, of: model.count, isSearching: !model.search.isEmpty)
    let right = model.access == .open ? count : ""
    let room = model.size.columns - TextWidth.columns(right) - 2
    line.put(cut(words.search(model.search), to: room), at: 0, style: model.search.isEmpty ? .dim : .bold)
    line.put(right, at: model.size.columns - TextWidth.columns(right), style: .dim)
    return line
  }

  private var content: [ScreenLine] {
    if model.showsHelp { return texts(words.help(columns: model.size.columns)) }
    switch model.access {
    case .loading: return texts([words.loading])
    case .locked: return texts(words.locked)
    case .failed(let reason): return texts(words.failed(reason))
    case .open:
      guard !model.visible.isEmpty else { return texts(model.count == 0 ? words.empty : words.nothingFits) }
      return model.visible.enumerated().dropFirst(model.top).prefix(layout.body.count).map { index, row in
        line(for: row, isSelected: index == model.selection)
      }
    }
  }

  private func texts(_ texts: [String]) -> [ScreenLine] {
    texts.flatMap { TextWidth.wrapped($0, to: model.size.columns) }.map { text in
      var line = ScreenLine()
      line.put(cut(text, to: model.size.columns), at: 0)
      return line
    }
  }

  private func line(for row: WatchRow, isSelected: Bool) -> ScreenLine {
    var line = ScreenLine()
    let mark = isSelected ? ">" : " "
    line.put(cut(mark, to: model.size.columns), at: 0, style: .bold)
    let isSoonOver = row.isSoonOver(at: time)
    if let code = row.code {
      let width = CodeGroups.columns(of: code.byteCount)
      guard WatchLayout.codeColumn + width <= model.size.columns else {
        var line = ScreenLine()
        line.put(cut(words.tooNarrow, to: model.size.columns), at: 0)
        return line
      }
      line.put(code: code, at: WatchLayout.codeColumn, style: ScreenStyle(isBold: true, color: isSoonOver ? .yellow : nil))
    }
    if let remaining = row.remaining(at: time) {
      if row.code == nil { put(words.waiting, in: &line, at: WatchLayout.codeColumn, width: WatchLayout.codeWidth, style: .dim) }
      let text = words.seconds(remaining, isSoonOver: isSoonOver)
      let indented = String(repeating: " ", count: max(0, WatchLayout.timeWidth - text.count)) + text
      put(indented, in: &line, at: layout.timeColumn, width: WatchLayout.timeWidth, style: ScreenStyle(isBold: isSoonOver))
      if layout.hasBar { putBar(of: row, remaining: remaining, isSoonOver: isSoonOver, in: &line) }
    } else if row.code == nil {
      put(
        words.pressEnter(isWide: layout.hasBar), in: &line, at: WatchLayout.codeColumn,
        width: layout.titleColumn - WatchLayout.codeColumn - 1, style: .dim)
    } else {
      put(words.useOnce, in: &line, at: layout.timeColumn, width: layout.titleColumn - layout.timeColumn - 1, style: .dim)
    }
    putName(of: row, isSelected: isSelected, in: &line)
    return line
  }

  private func putBar(of row: WatchRow, remaining: Double, isSoonOver: Bool, in line: inout ScreenLine) {
    if isSoonOver, let next = row.next, row.code != nil {
      line.put(words.next, at: layout.barColumn)
      line.put(code: next, at: layout.barColumn + TextWidth.columns(words.next) + 1)
      return
    }
    guard let validity = row.validity else { return }
    let share = remaining / max(1, validity.upperBound - validity.lowerBound)
    let filled = min(WatchLayout.barWidth, Int((share * Double(WatchLayout.barWidth)).rounded(.up)))
    line.put(String(repeating: signs.bar, count: max(0, filled)), at: layout.barColumn, style: ScreenStyle(isDim: true))
  }

  private func putName(of row: WatchRow, isSelected: Bool, in line: inout ScreenLine) {
    let title = (row.isPending ? "* " : "") + row.title
    let style = ScreenStyle(isBold: isSelected)
    guard layout.hasAccountColumn else {
      let name = row.account.isEmpty ? title : "\(title)  \(row.account)"
      put(name, in: &line, at: layout.titleColumn, width: layout.nameWidth, style: style)
      return
    }
    let wanted = model.visible.lazy.map { TextWidth.columns($0.title) + ($0.isPending ? 2 : 0) }.max() ?? 0
    let titleWidth = min(wanted, (layout.nameWidth - 2) / 2)
    put(title, in: &line, at: layout.titleColumn, width: titleWidth, style: style)
    put(
      row.account, in: &line, at: layout.titleColumn + titleWidth + 2, width: layout.nameWidth - titleWidth - 2,
      style: isSelected ? style : .plain)
  }

  private var foot: [ScreenLine] {
    var keys = ScreenLine()
    keys.put(
      cut(
        model.notice ?? words.keys(model.access, isSearching: !model.search.isEmpty, columns: model.size.columns), to: model.size.columns),
      at: 0, style: model.notice == nil ? .dim : .bold)
    guard layout.hasDetail else { return [keys] }
    return [detail, keys]
  }

  /// Spells out the selected row: everything that a cut name or a mark hides.
  private var detail: ScreenLine {
    var line = ScreenLine()
    guard model.access == .open, !model.showsHelp, let row = model.selected else { return line }
    var column = 0
    if row.isSoonOver(at: time), let next = row.next, row.code != nil, !layout.hasBar {
      line.put(words.next, at: 0)
      line.put(code: next, at: TextWidth.columns(words.next) + 1)
      column = TextWidth.columns(words.next) + 1 + CodeGroups.columns(of: next.byteCount) + 2
    }
    let compensation = abs(model.ahead) >= 1 ? model.ahead : nil
    put(words.detail(row, compensation: compensation), in: &line, at: column, width: model.size.columns - column)
    return line
  }

  private func put(_ text: String, in line: inout ScreenLine, at column: Int, width: Int, style: ScreenStyle = .plain) {
    let text = cut(text, to: min(width, model.size.columns - column))
    if !text.isEmpty { line.put(text, at: column, style: style) }
  }

  private func cut(_ text: String, to width: Int) -> String { TextWidth.cut(text, to: max(0, width), mark: signs.cut) }
}
