// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalFiles

/// The language chosen in Passfold's settings, which replaces the session's.
package enum ChosenLanguage {
  /// The file's name in Passfold's configuration folder: a language as `LANGUAGE` names it, in one line.
  package static let fileName = "language"
  /// The available languages, each with its own name for itself.
  package static let all = [(code: "en", name: "English"), (code: "de", name: "Deutsch")]
  private static let longest = 64

  /// Reads a file's content; nil if it does not name an available language.
  package static func code(in file: [UInt8]) -> String? {
    let text = String(decoding: file.prefix(longest), as: UTF8.self).prefix { $0 != "\n" }
    return all.first { $0.code == text }?.code
  }

  /// Sets the chosen language for this process and those that it starts. Call it before ``Translations/open(in:variable:)``, and before the
  /// process has a second thread.
  ///
  /// - Parameters:
  ///   - variable: Reads a variable of the environment.
  ///   - heedsPlainLocale: Whether the C locale, which scripts set, takes precedence over the choice.
  package static func apply(variable: (String) -> String?, heedsPlainLocale: Bool = false) {
    guard let path = BaseDirectory.configuration.passfold(fileName, variable: variable), let code = code(in: content(of: path)) else {
      return
    }
    if !SessionLanguage(variable: variable).isTranslated {
      if heedsPlainLocale { return }
      // gettext looks for no catalogue in the C locale.
      setenv("LC_ALL", "C.UTF-8", 1)
    }
    setenv("LANGUAGE", code, 1)
  }

  private static func content(of path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: longest)
    let count = read(descriptor, &bytes, longest)
    return count > 0 ? Array(bytes.prefix(count)) : []
  }
}
