// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The session's languages for messages, whether or not their locales are installed.
package struct SessionLanguage: Equatable {
  /// The locale for messages: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set; empty if none is.
  package let locale: String
  /// The languages in order of preference, as gettext reads them from `LANGUAGE`; nil in the C locale, in which messages are in English.
  package let names: String?

  /// Reads the variables. An empty variable counts as unset.
  package init(variable: (String) -> String?) {
    locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap(variable).first { !$0.isEmpty } ?? ""
    let isPlain = ["", "C", "POSIX"].contains(locale)
    let preferred = variable("LANGUAGE").flatMap { $0.isEmpty ? nil : $0 }
    names = isPlain ? nil : preferred ?? locale
  }

  /// Whether messages may be in a language other than English.
  package var isTranslated: Bool { names != nil }
}
