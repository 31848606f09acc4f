// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialVault
import FoundationEssentials
package import SecretMemory
package import VaultProtocol

/// A recovery key to be printed, with the other facts of the kit.
package struct IssuedRecoveryKey: Sendable {
  /// 14 groups of four characters between hyphens, ASCII; it exists nowhere else.
  package let text: SharedSecret
  /// The other facts of the kit, without a secret.
  package let facts: VaultAnswer.RecoveryKit

  init(_ text: SharedSecret, of vault: CredentialVault, made: Date) {
    self.text = text
    facts = VaultAnswer.RecoveryKit(account: vault.accountName, made: made.timeIntervalSince1970.rounded(.down))
  }
}
