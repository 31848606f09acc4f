// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// Texts of strangers on their way to a person: one line, bounded, without characters that reorder or hide others.
enum DisplayText {
  /// The most characters of a line.
  static let lineLimit = 200
  /// The most marks and other scalars that a character consists of.
  static let characterLimit = 8

  /// Makes `text` fit to stand in a row, a title or a message.
  static func line(_ text: String) -> String {
    let kept = text.unicodeScalars.lazy.map { $0.properties.isWhitespace ? " " : $0 }.filter { !isHidden($0) }
    var line = String.UnicodeScalarView()
    for character in String(String.UnicodeScalarView(kept)).prefix(lineLimit) {
      line.append(contentsOf: character.unicodeScalars.prefix(characterLimit))
    }
    return String(line)
  }

  /// Cleans every text of a provider's view and names its source. What is drawn in the broker's own words is none of a provider's.
  static func view(_ view: PresentableViewValue, from provider: String) -> PresentableViewValue {
    var clean = view
    clean.source = provider
    clean.heading = nil
    clean.requester = nil
    clean.title = line(view.title)
    clean.message = view.message.map(line)
    clean.confirmLabel = view.confirmLabel.map(line)
    clean.rows = view.rows?.map { row in
      var row = row
      row.title = line(row.title)
      row.subtitle = row.subtitle.map(line)
      row.code = row.code.map(line)
      row.provider = nil
      if let kind = row.kind, !kind.isCredential { row.kind = nil }
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

extension PresentableViewValue.RowKind {
  /// Whether it stands for something that a provider keeps; the other kinds are the broker's own.
  fileprivate var isCredential: Bool {
    switch self {
    case .password, .passkey, .oneTimeCode: true
    case .provider, .newPasskey, .locked, .destination: false
    }
  }
}
