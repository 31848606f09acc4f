// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// Texts of strangers on their way to a person: one line, bounded, without characters that reorder or hide others.
enum DisplayText {
  /// The most characters of a line.
  static let lineLimit = 200

  /// Makes `text` fit to stand in a row, a title or a message.
  static func line(_ text: String) -> String {
    let kept = text.unicodeScalars.lazy.map { $0.properties.isWhitespace ? " " : $0 }.filter { !isHidden($0) }
    return String(String(String.UnicodeScalarView(kept)).prefix(lineLimit))
  }

  /// Cleans every text of a provider's view and names its source.
  static func view(_ view: PresentableViewValue, from provider: String) -> PresentableViewValue {
    var clean = view
    clean.source = provider
    clean.title = line(view.title)
    clean.message = view.message.map(line)
    clean.confirmLabel = view.confirmLabel.map(line)
    clean.rows = view.rows?.map { row in
      var row = row
      row.title = line(row.title)
      row.subtitle = row.subtitle.map(line)
      row.code = row.code.map(line)
      return row
    }
    clean.details = view.details?.map { PresentableViewValue.Detail(label: line($0.label), value: line($0.value)) }
    clean.fields = view.fields?.map { field in
      var field = field
      field.label = line(field.label)
      field.text = field.secret ?? false ? nil : field.text.map(line)
      return field
    }
    return clean
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    // Format characters hold the bidirectional overrides and isolates, zero-width and invisible ones.
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
