// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Where somebody was going when they were asked to confirm that it is them; only our own pages, by name.
struct ConfirmationTarget: Sendable {
  /// The name in forms and addresses.
  let name: String
  /// The page to go on to.
  let path: String

  /// The target of a name, the account page for one that is unknown.
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

  /// The target of a ceremony that changes passkeys.
  init(_ purpose: CeremonyPurpose) {
    if case .replacement(let id) = purpose { self.init("passkey-\(id)") } else { self.init("passkeys") }
  }

  /// The page that asks.
  var confirmationPath: String { "/account/confirm?for=\(name)" }
}
