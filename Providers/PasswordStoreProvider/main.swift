// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import Foundation

// Where the store and the agent are is declared in the Info.plist, and bound in the sandbox once the person has agreed.
let own = URL.homeDirectory
let gpg = GnuPG(
  home: own.appending(path: "gnupg").path, keyrings: ["keyring", "oldkeyring"].compactMap(DeclaredAccess.path),
  agents: ["sessionagent", "agent"].compactMap(DeclaredAccess.path),
  searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
let session = StoreSession(store: DeclaredAccess.path("store").map(PasswordStore.init), gpg: gpg, own: own)
StoreSession.current = session
let provider = try CredentialProviderMain()
Task {
  // The watch begins first, so that nothing changes unseen in between.
  let changes = session.store.map { StoreWatch.changes(in: $0.folder) }
  try? await session.publish()
  guard let changes else { return }
  for await _ in changes { try? await session.publish() }
}
await provider.run()
