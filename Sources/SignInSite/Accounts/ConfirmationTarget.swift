// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The page to return to after the user has confirmed their identity. Only the site's own pages, by name.
struct ConfirmationTarget: Sendable {
  /// The name used in forms and URLs.
  let name: String
  /// The path of the page.
  let path: String

  /// Creates the target with this name; for an unknown name, the account page.
  init(_ name: String) {
    if let change = FactorChangePages.Change(rawValue: name) {
      (self.name, path) = (name, change.path)
    } else if name == "code" {
      (self.name, path) = (name, "/account/code")
    } else if name.hasPrefix("passkey-"), let id = Int64(name.dropFirst("passkey-".count)), id > 0 {
      (self.name, path) = ("passkey-\(id)", "/account/passkeys/\(id)")
    } else if name == "password" || name == "sessions" {
      (self.name, path) = (name, "/account/\(name)")
    } else {
      (self.name, path) = ("passkeys", "/account/passkeys")
    }
  }

  /// Creates the target for a ceremony that changes passkeys.
  init(_ purpose: CeremonyPurpose) {
    if case .replacement(let id) = purpose { self.init("passkey-\(id)") } else { self.init("passkeys") }
  }

  /// The path of the confirmation page.
  var confirmationPath: String { "/account/confirm?for=\(name)" }
}
