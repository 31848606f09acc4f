// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
import Translations

extension PresentableViewValue {
  /// Adds the words that the broker's own views are sent without; a provider's view stays unchanged.
  package var worded: PresentableViewValue {
    guard let heading else { return self }
    var view = self
    view.title = heading.words
    view.rows = rows?.map(\.worded)
    if heading.code == .handOver {
      view.message =
        translated(
          "All its passwords, passkeys and other secrets go to the provider you choose. \(heading.subject ?? "") keeps its own copy.")
      view.confirmLabel = translated("Hand over")
    }
    return view
  }
}

extension PresentableViewValue.Heading {
  fileprivate var words: String {
    switch code {
    case .chooseProvider: translated("Choose a provider")
    case .signIn: translated("Sign in to \(subject ?? "")")
    case .signInWithPasskey: translated("Sign in to \(subject ?? "") with a passkey")
    case .chooseNewPassword: translated("Choose a new password")
    case .handOver: translated("Hand over everything that \(subject ?? "") keeps?")
    case .typeInWindow: translated("Type in \(subject ?? "")’s window")
    }
  }
}

extension PresentableViewValue.Row {
  fileprivate var worded: Self {
    var row = self
    let provider = provider ?? ""
    switch kind {
    case .passkey: row.subtitle = translated("Passkey in \(provider)")
    // A row without a match is a new password, which no provider has yet.
    case .password: row.subtitle = match == true ? translated("Password in \(provider)") : nil
    case .newPasskey:
      row.title = translated("Create a passkey")
      row.subtitle = translated("With \(provider)")
    case .locked:
      row.title = translated("Unlock \(provider)")
      row.subtitle = translated("Locked")
    case .destination: row.subtitle = translated("Receives a copy")
    case .provider, .oneTimeCode, nil: break
    }
    return row
  }
}
