// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import Foundation

// Where KeePassXC listens is declared in the Info.plist, and bound in the sandbox once the person has agreed.
Desk.current = Desk(places: ["server", "oldserver", "snapserver"].compactMap(DeclaredAccess.path), own: URL.homeDirectory)
let provider = try CredentialProviderMain()
// Open or not, KeePassXC names nothing before it is asked about a site.
provider.report(.locked)
await provider.run()
