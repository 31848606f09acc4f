// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import Foundation

// The system starts this program on demand and ends it when it is idle.
let folder = try CredentialProviderFolder(ofProvider: "org.example.DemoProvider")
let book = try AccountBook(file: folder.url.appending(path: "accounts.json"))
AccountBook.open = book
let provider = try CredentialProviderMain()
let changes = folder.changes
Task {
  try await book.publish()
  // DemoProviderApp has stored accounts. A file that cannot be read changes nothing.
  for await _ in changes {
    guard (try? book.read()) != nil else { continue }
    try await book.publish()
  }
}
await provider.run()
