// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGettext
import Glibc

/// The catalogues of Passfold's messages, and the language of this process.
///
/// A process that never opens them uses English.
package enum Translations {
  /// The name of Passfold's catalogues in gettext: `LANGUAGE/LC_MESSAGES/passfold.mo`.
  static let domain = "passfold"

  /// Sets the language of this process's messages as `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG` specify (POSIX, "Environment Variables"
  /// 8.2; gettext manual, "The LANGUAGE variable"). Only messages are affected: numbers, dates and bytes are read and written as before.
  ///
  /// Call this once, before the process starts a second thread: it changes the environment if the session's language has no installed
  /// locale.
  ///
  /// - Parameters:
  ///   - folder: The folder of catalogues, `share/locale` in an installation. If it is missing, the process uses English.
  ///   - variable: Returns the value of an environment variable.
  package static func open(in folder: String, variable: (String) -> String?) {
    let language = SessionLanguage(variable: variable)
    // gettext uses no catalogues in the C locale, and the session's locale may not be installed. C.UTF-8 is always available.
    if setlocale(LC_MESSAGES, "") == nil, language.isTranslated, setlocale(LC_MESSAGES, "C.UTF-8") != nil, let names = language.names {
      setenv("LANGUAGE", names, 1)
    }
    bind(to: folder)
  }

  /// Sets the folder of the catalogues, whatever the language.
  ///
  /// - Parameter folder: As for ``open(in:variable:)``.
  package static func bind(to folder: String) {
    _ = bindtextdomain(domain, folder)
    _ = bind_textdomain_codeset(domain, "UTF-8")
  }
}

/// Returns a message in the language of this process, or in English if no catalogue contains it.
package func translated(_ message: Message) -> String { message.inSessionLanguage }

extension Message {
  /// The message in the language of this process, for a function that passes a literal on. Normally, use ``translated(_:)``.
  package var inSessionLanguage: String {
    let text = identifier.withCString { identifier in dgettext(Translations.domain, identifier).map { String(cString: $0) } }
    return filling(text ?? identifier)
  }
}

/// Returns a message about a number of things, in the form that the language has for that number.
///
/// - Parameters:
///   - count: The number that selects the form. It is shown only if the message includes it as a value.
///   - one: The English text for one thing.
///   - other: The English text for any other number, with the same values as `one`, optionally followed by more.
package func translated(_ count: Int, one: Message, other: Message) -> String {
  let text = one.identifier.withCString { singular in
    other.identifier.withCString { plural in
      dngettext(Translations.domain, singular, plural, count.magnitude).map { String(cString: $0) }
    }
  }
  return other.filling(text ?? (count == 1 ? one : other).identifier)
}
