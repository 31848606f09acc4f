// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Texts from elsewhere, made safe to show.
package enum PrintableText {
  /// A text without what steers a terminal or reorders a line.
  package static func of(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
          default: true
          }
        }))
  }
}
