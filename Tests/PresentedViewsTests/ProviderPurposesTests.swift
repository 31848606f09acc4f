// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PresentedViews
import Testing

@Suite("The purposes of the installation's providers")
struct ProviderPurposesTests {
  @Test(
    "each purpose in the bundle of a provider that comes with Passfold can be translated",
    arguments: ["KeePassXCProvider", "PasswordStoreProvider", "SecretServiceProvider"])
  func known(_ provider: String) throws {
    let data = try Data(contentsOf: URL(filePath: "Providers/\(provider)/Info.plist"))
    let list = try #require(try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    let attributes = try #require((list["NSExtension"] as? [String: Any])?["NSExtensionAttributes"] as? [String: Any])
    let access = try #require(attributes["PassfoldProviderAccess"] as? [[String: Any]])
    let members = access.flatMap { entry in ["Methods", "Signals"].flatMap { entry[$0] as? [[String: Any]] ?? [] } }
    let purposes = (access + members).compactMap { $0["Purpose"] as? String }
    #expect(purposes.count == access.count + members.count)
    for purpose in purposes {
      #expect(ProviderPurposes.isKnown(purpose), "\(purpose)")
      #expect(ProviderPurposes.words(for: purpose) == purpose)
    }
  }

  @Test("another provider's purpose stays as its bundle states it")
  func foreign() { #expect(ProviderPurposes.words(for: "to look around") == "to look around") }
}
