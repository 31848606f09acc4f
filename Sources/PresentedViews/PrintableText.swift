// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Untrusted texts, made safe to show.
package enum PrintableText {
  /// Returns a text without characters that control a terminal or reorder a line.
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
