// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory
package import SyncModel

extension RecordBody {
  /// Decodes a body.
  /// - Throws: `recordDamaged` for anything but the unique encoding of a body.
  package init(decoding content: borrowing SecretBytes) throws(CredentialVaultError) {
    guard let body = RecordBody(content: content) else { throw CredentialVaultError(.recordDamaged) }
    self = body
  }
}
