// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import Foundation

// The system starts this program when it is needed and ends it when it is idle. The home directory is the provider's own folder.
let file = URL.homeDirectory.appending(path: "accounts.json")
let book = try AccountBook(file: file)
AccountBook.open = book
let provider = try CredentialProviderMain()
Task { try await book.publish() }
await provider.run()
