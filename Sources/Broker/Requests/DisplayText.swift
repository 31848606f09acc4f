// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// Untrusted texts for display: one line, limited in length, without characters that reorder or hide others.
enum DisplayText {
  /// The maximum number of characters in a line.
  static let lineLimit = 200
  /// The maximum number of marks and other scalars in a character.
  static let characterLimit = 8

  /// Returns `text` in a form suitable for a row, a title or a message.
  static func line(_ text: String) -> String {
    let kept = text.unicodeScalars.lazy.map { $0.properties.isWhitespace ? " " : $0 }.filter { !isHidden($0) }
    var line = String.UnicodeScalarView()
    for character in String(String.UnicodeScalarView(kept)).prefix(lineLimit) {
      line.append(contentsOf: character.unicodeScalars.prefix(characterLimit))
    }
    return String(line)
  }

  /// Cleans every text of a provider's view and names its source. A provider cannot use the parts that are drawn in the broker's own words.
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
    // Format characters include bidirectional overrides and isolates, zero-width and invisible characters.
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

extension PresentableViewValue.RowKind {
  /// Whether it represents an entry of a provider; the other kinds are the broker's own.
  fileprivate var isCredential: Bool {
    switch self {
    case .password, .passkey, .oneTimeCode: true
    case .provider, .newPasskey, .locked, .destination: false
    }
  }
}
