// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The languages that a session wants messages in, whether their locales are installed or not.
package struct SessionLanguage: Equatable {
  /// The locale of messages: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set; empty where none is.
  package let locale: String
  /// The languages in order, as gettext reads them from `LANGUAGE`; nil in the C locale, where messages are English.
  package let names: String?

  /// Reads the variables, of which an empty one counts as not set.
  package init(variable: (String) -> String?) {
    locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap(variable).first { !$0.isEmpty } ?? ""
    let isPlain = ["", "C", "POSIX"].contains(locale)
    let preferred = variable("LANGUAGE").flatMap { $0.isEmpty ? nil : $0 }
    names = isPlain ? nil : preferred ?? locale
  }

  /// Whether messages may be in another language than English.
  package var isTranslated: Bool { names != nil }
}
