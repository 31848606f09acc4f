// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography

/// The key that opens the vault together with a PIN, as long as it is held; on its own it opens nothing.
package struct QuickKey: Sendable {
  let sealed: SealedRoot
}

/// The key that opens the vault together with its TPM, as long as it is held. The caller must have verified that the user is present.
package struct FingerKey: Sendable {
  let root: ChipRoot
}
