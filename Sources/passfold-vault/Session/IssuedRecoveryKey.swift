// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialVault
import FoundationEssentials
package import SecretMemory
package import VaultProtocol

/// A recovery key on its way to paper, with what the kit says beside it.
package struct IssuedRecoveryKey: Sendable {
  /// 14 groups of four characters between hyphens, ASCII; it exists nowhere else.
  package let text: SharedSecret
  /// What the kit says beside it, without a secret.
  package let facts: VaultAnswer.RecoveryKit

  init(_ text: SharedSecret, of vault: CredentialVault, made: Date) {
    self.text = text
    facts = VaultAnswer.RecoveryKit(account: vault.accountName, made: made.timeIntervalSince1970.rounded(.down))
  }
}
