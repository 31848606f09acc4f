// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

extension PresentableViewValue {
  /// The view with the words that a view of the broker's own comes without; a provider's view is as it was.
  package var worded: PresentableViewValue {
    guard let heading else { return self }
    var view = self
    view.title = heading.words
    view.rows = rows?.map(\.worded)
    if heading.code == .handOver {
      view.message =
        "All its passwords, passkeys and other secrets go to the provider that you pick. \(heading.subject ?? "") keeps its own, too."
      view.confirmLabel = "Hand over"
    }
    return view
  }
}

extension PresentableViewValue.Heading {
  fileprivate var words: String {
    switch code {
    case .chooseProvider: "Choose a provider"
    case .signIn: "Sign in to " + (subject ?? "")
    case .signInWithPasskey: "Sign in to " + (subject ?? "") + " with a passkey"
    case .chooseNewPassword: "Choose a new password"
    case .handOver: "Hand over everything that " + (subject ?? "") + " keeps?"
    case .typeInWindow: "Type in the window of " + (subject ?? "")
    }
  }
}

extension PresentableViewValue.Row {
  fileprivate var worded: Self {
    var row = self
    let provider = provider ?? ""
    switch kind {
    case .passkey: row.subtitle = "Passkey in " + provider
    // A row without a match is a new password, which is in no provider yet.
    case .password: row.subtitle = match == true ? "Password in " + provider : nil
    case .newPasskey:
      row.title = "Create a passkey"
      row.subtitle = "With " + provider
    case .locked:
      row.title = "Unlock " + provider
      row.subtitle = "It is locked"
    case .destination: row.subtitle = "Takes a copy"
    case .provider, .oneTimeCode, nil: break
    }
    return row
  }
}
