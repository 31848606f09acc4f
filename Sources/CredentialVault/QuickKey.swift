// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography

/// What opens the vault together with a PIN, for as long as it is held; it opens nothing by itself.
package struct QuickKey: Sendable {
  let sealed: SealedRoot
}

/// What opens the vault together with its TPM, for as long as it is held; whoever uses it has seen to it that the person is there.
package struct FingerKey: Sendable {
  let root: ChipRoot
}
