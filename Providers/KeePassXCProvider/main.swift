// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialProviderHost
import Foundation

// Where KeePassXC listens is declared in the Info.plist, and bound in the sandbox once the person has agreed.
Desk.current = Desk(places: ["server", "oldserver", "snapserver"].compactMap(DeclaredAccess.path), own: URL.homeDirectory)
let provider = try CredentialProviderMain()
// Open or not, KeePassXC names nothing before it is asked about a site. That is said by an empty list, and nothing of being locked.
Task { try await ASCredentialIdentityStore.shared.removeAllCredentialIdentities() }
await provider.run()
