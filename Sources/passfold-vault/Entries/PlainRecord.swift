// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import FoundationEssentials
package import SecretMemory
package import VaultProtocol

/// A note, card or identity, as the management door speaks of it: values that are shown, and secrets that are asked for by name.
package protocol PlainRecord: Sendable {
  /// What a person calls it.
  var title: String { get set }
  /// What is shown with it, in the order in which it is read.
  var values: [EntryValue] { get }
  /// The names of the secrets that it has.
  var secretNames: [String] { get }
  /// The name of the secret that is meant where none is named; nil where there is no such secret.
  var mainSecret: String? { get }

  /// Takes a value; an empty one takes away what is there.
  /// - Throws: `badValue` for one that cannot be, `wrongKind` for one of another kind.
  mutating func set(_ value: EntryValue) throws(VaultFailure)

  /// A secret by its name.
  func secret(named name: String) -> SharedSecret?

  /// Whether a name is that of a secret which it has or could have.
  func takesSecret(named name: String) -> Bool

  /// Takes a secret, or with nil takes away what is there.
  /// - Throws: `badValue` for a secret that it must have, and `wrongKind` for one of another kind.
  mutating func setSecret(named name: String, to secret: SharedSecret?, at date: Date) throws(VaultFailure)
}

extension CredentialRecord {
  /// The note, card or identity; nil for what is filled in.
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
