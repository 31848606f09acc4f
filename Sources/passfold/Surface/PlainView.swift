// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
package import PresentedViews
import Translations

/// A view as plain lines and a question, for screen readers and for terminals that cannot move their cursor.
package struct PlainView {
  /// The meaning of a typed line.
  package enum Answer: Hashable, Sendable {
    /// One of the rows, by its identifier in the view.
    case chosen(row: String)
    case confirmed
    case cancelled
    /// A search that shows other rows.
    case searched(String)
    /// The text of the requested field.
    case typed
    /// Not valid; the question is asked again.
    case misunderstood
  }

  private let model: PresentedView

  /// Uses the rows that the model has now.
  package init(_ model: PresentedView) { self.model = model }

  /// The view as lines, with the question last and without a line break after it.
  package var text: String {
    let view = model.view
    var lines = [view.title, ViewWords.about(view), view.message ?? ""].filter { !$0.isEmpty }
    if view.busy ?? false, view.message == nil { lines.append(ViewWords.waiting) }
    lines += (view.details ?? []).map { "\($0.label): \($0.value)" }
    var number = 0
    for section in model.sections {
      if let heading = section.heading { lines.append("\(heading):") }
      for row in section.rows {
        number += 1
        let code = LiveCode(row).map { ", \(ViewWords.code($0.groups))" } ?? ""
        lines.append("\(number). \(RowWords(row, in: view).spoken)\(code)")
      }
    }
    if model.hasRows, model.rows.isEmpty { lines.append(view.rows?.isEmpty ?? true ? ViewWords.noRows : ViewWords.nothingFits) }
    if view.kind == .form, model.field == 0 { lines.append(ViewWords.destination(of: view)) }
    if let more = ViewWords.more(shown: model.rows.count, of: model.fittingCount) { lines.append(more) }
    return lines.joined(separator: "\n") + "\n" + question
  }

  private var question: String {
    let view = model.view
    switch view.kind {
    case .list, .choice:
      if view.rows?.isEmpty ?? true { return translated("Enter cancels.") + "\n" }
      return model.isSearchable
        ? translated("Number, or words to search for (empty line to cancel): ") : translated("Number (empty line to cancel): ")
    case .confirmation:
      let label = view.confirmLabel.flatMap { $0.isEmpty ? nil : $0 } ?? ViewWords.confirm
      return translated("\(label)? y or n: ")
    case .message: return view.busy ?? false ? translated("Enter cancels.") + "\n" : translated("Enter closes.") + "\n"
    case .form: return fieldQuestion
    }
  }

  /// The question for the field to type next.
  package var fieldQuestion: String {
    guard let fields = model.view.fields, fields.indices.contains(model.field) else { return "" }
    let field = fields[model.field]
    let notes = [
      field.secret ?? false ? translated("it is not shown") : nil,
      field.text.map { translated("an empty line keeps \($0)") } ?? (field.optional ?? false ? nil : translated("an empty line cancels")),
    ].compactMap(\.self)
    return ViewWords.label(of: field) + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))") + ": "
  }

  /// Interprets a line typed at the question; nil means the end of the input.
  package func answer(to line: String?) -> Answer {
    guard let words = line?.split(whereSeparator: \.isWhitespace).joined(separator: " ") else { return .cancelled }
    switch model.view.kind {
    case .list, .choice:
      if words.isEmpty { return .cancelled }
      if let number = Int(words) {
        return model.rows.indices.contains(number - 1) ? .chosen(row: model.rows[number - 1].id) : .misunderstood
      }
      return model.isSearchable ? .searched(words) : .misunderstood
    case .confirmation:
      if YesAnswer.isYes(words) { return .confirmed }
      return words.isEmpty || YesAnswer.isNo(words) ? .cancelled : .misunderstood
    case .message: return .cancelled
    case .form:
      let field = model.view.fields.flatMap { $0.indices.contains(model.field) ? $0[model.field] : nil }
      return line?.isEmpty == true && field?.text == nil && !(field?.optional ?? false) ? .cancelled : .typed
    }
  }
}
