// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialProviderHost
import Foundation
import Testing

@Suite("A provider's bundle")
struct CredentialProviderBundleTests {
  private func withFolder(_ list: [String: Any]?, _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    if let list {
      try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        .write(to: folder.appendingPathComponent("Info.plist"))
    }
    try body(folder.path)
  }

  @Test("names the principal class, which is found by that name")
  func principalClass() throws {
    let name = NSStringFromClass(ScriptedProvider.self)
    try withFolder(["CFBundleIdentifier": "org.example", "NSExtension": ["NSExtensionPrincipalClass": name]]) { folder in
      let bundle = try CredentialProviderBundle(folder: folder)
      #expect(bundle.identifier == "org.example")
      #expect(try bundle.principalClass() == ScriptedProvider.self)
    }
  }

  @Test("cannot be read without its property list")
  func unreadable() throws {
    try withFolder(nil) { folder in
      #expect(throws: CredentialProviderHostError(.bundleUnreadable)) { try CredentialProviderBundle(folder: folder) }
    }
  }

  @Test("has no principal class if it names none, an unknown class or a class that is not a provider")
  func noClass() throws {
    try withFolder(["CFBundleIdentifier": "org.example"]) { folder in
      #expect(throws: CredentialProviderHostError(.noPrincipalClass)) { try CredentialProviderBundle(folder: folder) }
    }
    for name in ["Nothing.AtAll", NSStringFromClass(NSObject.self)] {
      try withFolder(["CFBundleIdentifier": "org.example", "NSExtension": ["NSExtensionPrincipalClass": name]]) { folder in
        let bundle = try CredentialProviderBundle(folder: folder)
        #expect(throws: CredentialProviderHostError(.noPrincipalClass)) { try bundle.principalClass() }
      }
    }
  }

  @Test("lists its capabilities from both dictionaries, with defaults and a key's older place")
  func capabilities() throws {
    let attributes: [String: Any] = [
      "ASCredentialProviderExtensionCapabilities": [
        "ProvidesPasswords": true, "ProvidesPasskeys": false, "SupportedCredentialExchangeVersions": ["1.0"],
      ],
      "PassfoldCredentialProviderCapabilities": ["SetsUpVerificationCodes": true],
      "ASCredentialProviderExtensionShowsConfigurationUI": true,
    ]
    let information = ["NSExtensionPrincipalClass": "A.B", "NSExtensionAttributes": attributes] as [String: Any]
    try withFolder(["CFBundleIdentifier": "org.example", "NSExtension": information]) { folder in
      let bundle = try CredentialProviderBundle(folder: folder)
      #expect(
        bundle.capabilities == [
          "ProvidesPasswords", "SetsUpVerificationCodes", "ShowsConfigurationUI", "SupportsGeneratePasswordCredentialsWithUI",
        ])
    }
    let declined =
      [
        "ASCredentialProviderExtensionCapabilities": ["SupportsGeneratePasswordCredentialsWithUI": false, "ShowsConfigurationUI": false],
        "ASCredentialProviderExtensionShowsConfigurationUI": true,
      ] as [String: Any]
    let other = ["NSExtensionPrincipalClass": "A.B", "NSExtensionAttributes": declined] as [String: Any]
    try withFolder(["CFBundleIdentifier": "org.example", "NSExtension": other]) { folder in
      let bundle = try CredentialProviderBundle(folder: folder)
      #expect(bundle.capabilities == [])
    }
  }
}
