// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGettext
import Glibc

/// The catalogues of Passfold's messages, and which of them this process speaks.
///
/// A process that never opens them speaks English.
package enum Translations {
  /// gettext's name of Passfold's catalogues: `LANGUAGE/LC_MESSAGES/passfold.mo`.
  static let domain = "passfold"

  /// Lets this process speak the person's language, as `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG` name it (POSIX, "Environment Variables"
  /// 8.2; gettext manual, "The LANGUAGE variable"). Only messages follow: numbers, dates and bytes are read and written as before.
  ///
  /// To be called once, before the process has a second thread: it changes the environment where the session names a language whose locale is
  /// not installed.
  ///
  /// - Parameters:
  ///   - folder: The folder of catalogues, `share/locale` of an installation; where it is missing, the process speaks English.
  ///   - variable: Reads a variable of the environment.
  package static func open(in folder: String, variable: (String) -> String?) {
    let language = SessionLanguage(variable: variable)
    // gettext looks for no catalogue in the C locale, and the locale that the session names may not be there. C.UTF-8 always is.
    if setlocale(LC_MESSAGES, "") == nil, language.isTranslated, setlocale(LC_MESSAGES, "C.UTF-8") != nil, let names = language.names {
      setenv("LANGUAGE", names, 1)
    }
    bind(to: folder)
  }

  /// Says where the catalogues are, whatever the language.
  ///
  /// - Parameter folder: As for ``open(in:variable:)``.
  package static func bind(to folder: String) {
    _ = bindtextdomain(domain, folder)
    _ = bind_textdomain_codeset(domain, "UTF-8")
  }
}

/// A message in the language of this process; in English where no catalogue has it.
package func translated(_ message: Message) -> String { message.inSessionLanguage }

extension Message {
  /// The message in the language of this process, for a function that hands a literal on; ``translated(_:)`` is the usual way.
  package var inSessionLanguage: String {
    let text = identifier.withCString { identifier in dgettext(Translations.domain, identifier).map { String(cString: $0) } }
    return filling(text ?? identifier)
  }
}

/// A message about a number of things, in the form that the language has for that number.
///
/// - Parameters:
///   - count: The number that decides; it is shown where the message names it as a value.
///   - one: The English for one thing.
///   - other: The English for any other number, with the same values as `one` or with more of them behind.
package func translated(_ count: Int, one: Message, other: Message) -> String {
  let text = one.identifier.withCString { singular in
    other.identifier.withCString { plural in
      dngettext(Translations.domain, singular, plural, count.magnitude).map { String(cString: $0) }
    }
  }
  return other.filling(text ?? (count == 1 ? one : other).identifier)
}
