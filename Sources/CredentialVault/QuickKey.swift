// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography

/// What opens the vault together with a PIN, for as long as it is held; it opens nothing by itself.
package struct QuickKey: Sendable {
  let sealed: SealedRoot
}
