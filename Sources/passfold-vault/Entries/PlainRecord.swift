// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import FoundationEssentials
package import SecretMemory
package import VaultProtocol

/// A note, card or identity at the management door: visible values, and secrets that are requested by name.
package protocol PlainRecord: Sendable {
  /// The user's title for it.
  var title: String { get set }
  /// The visible values, in the order in which they are read.
  var values: [EntryValue] { get }
  /// The names of its secrets.
  var secretNames: [String] { get }
  /// The name of the default secret; nil if there is none.
  var mainSecret: String? { get }

  /// Sets a value; an empty one removes the current value.
  /// - Throws: `badValue` for an invalid value, `wrongKind` for a value of another kind.
  mutating func set(_ value: EntryValue) throws(VaultFailure)

  /// Returns a secret by its name.
  func secret(named name: String) -> SharedSecret?

  /// Returns whether a name is that of a secret which it has or could have.
  func takesSecret(named name: String) -> Bool

  /// Sets a secret, or removes it if `secret` is nil.
  /// - Throws: `badValue` if the secret is required, and `wrongKind` for a secret of another kind.
  mutating func setSecret(named name: String, to secret: SharedSecret?, at date: Date) throws(VaultFailure)
}

extension CredentialRecord {
  /// The note, card or identity; nil for credentials that are filled in.
  package var plain: (any PlainRecord)? {
    get {
      switch self {
      case .note(let record): record
      case .card(let record): record
      case .identity(let record): record
      case .password, .oneTimeCode, .passkey: nil
      }
    }
    set {
      switch newValue {
      case let record as NoteRecord: self = .note(record)
      case let record as CardRecord: self = .card(record)
      case let record as PersonRecord: self = .identity(record)
      default: break
      }
    }
  }
}
