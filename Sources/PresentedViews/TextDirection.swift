// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The writing direction of the user's language.
package enum TextDirection: Hashable, Sendable {
  case leftToRight
  case rightToLeft

  /// ISO 639 codes of languages written from right to left in the scripts that their locales use.
  private static let rightToLeftLanguages: Set<String> = [
    "ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "ku", "nqo", "ps", "sd", "syr", "ug", "ur", "yi",
  ]

  /// Determines the direction of messages from the locale variables, in order of precedence (POSIX, "Environment Variables" 8.2;
  /// gettext's `LANGUAGE` first).
  package init(variable: (String) -> String?) {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty } ?? ""
    let isTranslated = !["", "C", "POSIX"].contains(locale.split(separator: ".").first.map(String.init) ?? "")
    let preferred = isTranslated ? variable("LANGUAGE")?.split(separator: ":").first.map(String.init) : nil
    let language = (preferred ?? locale).prefix { $0 != "_" && $0 != "." && $0 != "@" }.lowercased()
    // Kurdish is written in Latin letters in Turkey; Kashmiri and Sindhi in Devanagari where the locale says so.
    let isOtherScript = (preferred ?? locale).contains("@devanagari") || (language == "ku" && (preferred ?? locale).hasPrefix("ku_TR"))
    self = Self.rightToLeftLanguages.contains(language) && !isOtherScript ? .rightToLeft : .leftToRight
  }
}
