// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import Foundation
import PresentedViews
import Testing

@Suite("The doctor's findings about bundles in Xcode's form")
struct XcodeBundleTests {
  private static let point = "com.apple.authentication-services-credential-provider-ui"

  /// The findings about a bundle whose property list and files a test changes.
  private static func findings(
    _ keys: [String: Any] = [:], without missing: String? = nil, in declaration: [String: Any] = [:], withoutIn absent: String? = nil,
    program: [UInt8] = Array("#!/bin/sh\n".utf8), entitlements: [String: Any]? = nil
  ) throws -> [String] {
    let folder = try TemporaryFolder()
    var information: [String: Any] = [
      "NSExtensionPointIdentifier": point, "NSExtensionPrincipalClass": "shop_provider.Provider",
      "NSExtensionAttributes": ["ASCredentialProviderExtensionCapabilities": ["ProvidesPasswords": true]],
    ]
    for (key, value) in declaration { information[key] = value }
    if let absent { information[absent] = nil }
    var list: [String: Any] = [
      "CFBundleIdentifier": "org.example.shop", "CFBundleDisplayName": "Shop", "CFBundleExecutable": "shop-provider",
      "NSExtension": information,
    ]
    for (key, value) in keys { list[key] = value }
    if let missing { list[missing] = nil }
    let bundle = URL(filePath: folder.path).appending(path: "Shop.provider")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    func write(_ bytes: Data, _ name: String, mode: Int = 0o644) throws {
      let path = bundle.appending(path: name).path
      #expect(FileManager.default.createFile(atPath: path, contents: bytes, attributes: [.posixPermissions: mode]))
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: bundle.path)
    try write(PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0), "Info.plist")
    try write(Data(program), "shop-provider", mode: 0o755)
    if let entitlements {
      try write(PropertyListSerialization.data(fromPropertyList: entitlements, format: .xml, options: 0), "Shop.entitlements")
    }
    let found = ProviderBundle.found(in: [ProviderFolder(path: folder.path, origin: .person)]) { _ in }
    return BundleInspection.findings(about: try #require(found.first))
  }

  /// Checks for one finding, and for a part of its text that says what to do.
  private static func expect(_ findings: [String], _ code: String, mend: String) {
    #expect(findings == [code])
    #expect(findings.first.map(ProviderWords.finding)?.contains(mend) == true, "\(findings.map(ProviderWords.finding))")
  }

  @Test("a bundle with all values written out has no findings")
  func writtenOut() throws {
    #expect(try Self.findings() == [])
    #expect(try Self.findings(in: ["NSExtensionMainStoryboard": "MainInterface"]) == [], "a storyboard next to a class is accepted")
  }

  @Test("a storyboard without a principal class is found")
  func storyboard() throws {
    let findings = try Self.findings(in: ["NSExtensionMainStoryboard": "MainInterface"], withoutIn: "NSExtensionPrincipalClass")
    Self.expect(findings, "storyboardAlone MainInterface", mend: "class of the storyboard's first controller")
  }

  @Test("a module variable in the principal class is found", arguments: ["$(PRODUCT_MODULE_NAME)", "${PRODUCT_MODULE_NAME}"])
  func module(variable: String) throws {
    let findings = try Self.findings(in: ["NSExtensionPrincipalClass": "\(variable).Provider"])
    let mend = "shop_provider.Provider"
    Self.expect(findings, "principalClassUnexpanded \(variable).Provider \(mend)", mend: "Write \(mend).")
  }

  @Test(
    "keys that Xcode expands are found", arguments: ["CFBundleIdentifier", "CFBundleDisplayName", "CFBundleExecutable"])
  func variables(key: String) throws {
    let findings = try Self.findings([key: "$(SOMETHING)"])
    Self.expect(findings, "informationUnexpanded \(key) $(SOMETHING)", mend: "Write out the value.")
  }

  @Test("keys that Xcode adds are found", arguments: ["CFBundleIdentifier", "CFBundleDisplayName", "CFBundleExecutable"])
  func added(key: String) throws {
    Self.expect(try Self.findings(without: key), "informationLacks \(key)", mend: "have to write it yourself")
  }

  @Test("missing attributes and missing capabilities are found")
  func capabilities() throws {
    Self.expect(
      try Self.findings(withoutIn: "NSExtensionAttributes"), "informationLacks NSExtensionAttributes",
      mend: "ASCredentialProviderExtensionCapabilities")
    Self.expect(
      try Self.findings(in: ["NSExtensionAttributes": [:] as [String: Any]]), "nothingDeclared",
      mend: "ASCredentialProviderExtensionCapabilities with ProvidesPasswords")
  }

  @Test("a program built for Apple's systems is found", arguments: [[0xCF, 0xFA, 0xED, 0xFE], [0xCA, 0xFE, 0xBA, 0xBE]] as [[UInt8]])
  func program(magic: [UInt8]) throws {
    Self.expect(try Self.findings(program: magic + [1, 2, 3, 4]), "executableForeign", mend: "Build it on Linux")
  }

  @Test("entitlements that need another form here are found, and no others")
  func entitlements() throws {
    let provider = "com.apple.developer.authentication-services.autofill-credential-provider"
    #expect(try Self.findings(entitlements: [provider: true]) == [])
    for (key, mend) in [
      ("keychain-access-groups", "provider's folder"), ("com.apple.security.application-groups", "share the provider's folder"),
      ("com.apple.security.network.client", "PassfoldCredentialProviderNetwork"),
    ] {
      Self.expect(try Self.findings(entitlements: [key: ["group.example"]]), "entitlementUnread \(key)", mend: mend)
    }
    let attributes: [String: Any] = [
      "ASCredentialProviderExtensionCapabilities": ["ProvidesPasswords": true], "PassfoldCredentialProviderNetwork": true,
    ]
    #expect(
      try Self.findings(in: ["NSExtensionAttributes": attributes], entitlements: ["com.apple.security.network.client": true]) == [])
  }
}
