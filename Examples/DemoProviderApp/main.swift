// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import Foundation

// The app that DemoProvider belongs to: a program that the user starts and that stores an account for the provider. On Apple's systems it
// would write to an app group and fill ASCredentialIdentityStore; here the provider does that, with the content of its folder.

let words = Array(CommandLine.arguments.dropFirst())
guard words.count == 2, let password = readLine() else {
  FileHandle.standardError.write(Data("usage: DemoProviderApp SERVICE USER, with the password on standard input\n".utf8))
  exit(64)
}
let file = try CredentialProviderFolder(ofProvider: "org.example.DemoProvider").url.appending(path: "accounts.json")
let stored = FileManager.default.fileExists(atPath: file.path) ? try JSONSerialization.jsonObject(with: Data(contentsOf: file)) : []
// What the provider itself created, such as passkeys, stays as it is.
guard var accounts = stored as? [Any] else { exit(65) }
accounts.append(["id": UUID().uuidString, "service": words[0], "user": words[1], "password": password])
// The file is replaced as a whole, so that the provider never reads half of it.
try CredentialProviderFolder.replaceFile(at: file, with: JSONSerialization.data(withJSONObject: accounts))
