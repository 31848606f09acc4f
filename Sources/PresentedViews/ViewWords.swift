// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
import Translations

/// The surface's own words around a view.
package enum ViewWords {
  package static let cancel = translated("Cancel")
  package static let close = translated("Close")
  package static let confirm = translated("Continue")
  package static let search = translated("Search")
  package static let matches = translated("Suggested")
  package static let others = translated("Others")
  package static let noRows = translated("There is nothing to choose from.")
  package static let nothingFits = translated("No results.")
  package static let waiting = translated("One moment")

  /// The requester and the source of the view: "for Sign In, from Passfold".
  package static func about(_ view: PresentableViewValue) -> String {
    let asker = view.requester.map { translated("for \($0)") }
    let source = view.source.map(from)
    return [asker, source].compactMap(\.self).joined(separator: ", ")
  }

  package static func from(_ provider: String) -> String { translated("from \(provider)") }

  /// The destination of a form's text. Passfold asks for its own passphrase only in a pinentry, so that a provider's form cannot imitate
  /// it.
  package static func destination(of view: PresentableViewValue) -> String {
    translated("What you type goes to \(view.source ?? translated("this provider")). Passfold never asks for your vault's passphrase here.")
  }

  /// A field's label, with its special properties.
  package static func label(of field: PresentableViewValue.Field) -> String {
    field.optional ?? false ? translated("\(field.label) (optional)") : field.label
  }

  /// The number of rows beyond those shown.
  package static func more(shown: Int, of count: Int) -> String? {
    count > shown ? translated("Showing \(shown) of \(count); search to find the others.") : nil
  }

  package static func seconds(_ seconds: Int) -> String {
    translated(seconds, one: "\(seconds) second left", other: "\(seconds) seconds left")
  }

  /// The code for a screen reader.
  package static func code(_ groups: String) -> String { translated("code \(groups)") }

  /// The kind of a row.
  package static func name(of kind: PresentableViewValue.RowKind) -> String {
    switch kind {
    case .password: translated("password")
    case .passkey: translated("passkey")
    case .oneTimeCode: translated("one-time code")
    case .provider: translated("provider")
    case .newPasskey: translated("new passkey")
    case .locked: translated("locked")
    case .destination: translated("provider")
    }
  }

  /// The label of the way out: a question is cancelled, a message that was read is closed.
  package static func wayOut(of view: PresentableViewValue) -> String {
    view.kind == .message && !(view.busy ?? false) ? close : cancel
  }
}
