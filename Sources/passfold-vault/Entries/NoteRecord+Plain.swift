// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import FoundationEssentials
package import SecretMemory
package import VaultProtocol

extension NoteRecord: PlainRecord {
  package var values: [EntryValue] { [] }
  package var secretNames: [String] { [VaultCall.NewEntry.text] }
  package var mainSecret: String? { VaultCall.NewEntry.text }

  package mutating func set(_ value: EntryValue) throws(VaultFailure) { throw VaultFailure(.wrongKind) }

  package func secret(named name: String) -> SharedSecret? { takesSecret(named: name) ? text : nil }

  package func takesSecret(named name: String) -> Bool { name == VaultCall.NewEntry.text }

  package mutating func setSecret(named name: String, to secret: SharedSecret?, at date: Date) throws(VaultFailure) {
    guard takesSecret(named: name) else { throw VaultFailure(.wrongKind) }
    guard let secret, secret.byteCount > 0 else { throw VaultFailure(.badValue, detail: name) }
    // The first text of a new note does not replace one.
    if text.byteCount == 0 { text = secret } else { replaceText(with: secret, at: date) }
  }
}
