// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import Foundation

// What of the session's bus is reached is declared in the Info.plist, and filtered once the person has agreed.
let reached: Result<KeyringClient, SecretServiceError> =
  switch DeclaredAccess.path("secrets") {
  case let socket?: .success(KeyringClient(socket: socket))
  case nil: .failure(SecretServiceError(DeclaredAccess.absence("secrets") == .busFilter ? .filterMissing : .noBus))
  }
let provider = try CredentialProviderMain()
let keyring = Keyring(reached) { provider.report($0) }
Keyring.current = keyring
Task { await keyring.follow() }
await provider.run()
