// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import Synchronization
import Testing

@Suite("Discovery of hostile and malformed provider bundles", .timeLimit(.minutes(1)))
struct HostileBundleTests {
  private static let point = "com.apple.authentication-services-credential-provider-ui"

  private static func list(identifier: String = "org.example.one", name: String = "One", program: String = "One") -> [String: Any] {
    [
      "CFBundleIdentifier": identifier, "CFBundleDisplayName": name, "CFBundleExecutable": program,
      "NSExtension": [
        "NSExtensionPointIdentifier": point, "NSExtensionPrincipalClass": "one.Provider",
        "NSExtensionAttributes": ["ASCredentialProviderExtensionCapabilities": ["ProvidesPasswords": true]],
      ] as [String: Any],
    ]
  }

  private static func xml(_ list: [String: Any]) throws -> Data {
    try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
  }

  private static let head = #"<?xml version="1.0" encoding="UTF-8"?><plist version="1.0">"#

  /// Property lists that describe no provider, with what is wrong with each.
  private static let hostile: [(String, @Sendable () throws -> Data)] = [
    ("empty", { Data() }), ("noise", { Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 37) }) }),
    ("huge", { try xml(list(name: String(repeating: "n", count: 70_000))) }),
    ("deep", { Data((head + String(repeating: "<array>", count: 8_000)).utf8) }),
    (
      "deep and whole",
      { Data((head + String(repeating: "<array>", count: 3_000) + String(repeating: "</array>", count: 3_000) + "</plist>").utf8) }
    ),
    (
      "deep where it is read",
      {
        let depths = String(repeating: "<dict><key>a</key>", count: 1_500) + "<true/>" + String(repeating: "</dict>", count: 1_500)
        return Data((head + "<dict><key>NSExtension</key>" + depths + "</dict></plist>").utf8)
      }
    ),
    // Object 0 of the list is an array whose only element is object 0.
    ("binary that holds itself", { binary([0xA1, 0x00]) }),
    ("binary that points outside", { binary([0xA1, 0x7F]) }),
    ("binary that claims 2^60 elements", { binary([0xAF, 0x13, 0x10, 0, 0, 0, 0, 0, 0, 0, 0]) }),
    (
      "entities that multiply",
      { Data(("<!DOCTYPE p [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>" + head + "<string>&b;</string></plist>").utf8) }
    ),
    ("a program elsewhere", { try xml(list(program: "../../../bin/sh")) }), ("an absolute program", { try xml(list(program: "/bin/sh")) }),
    ("the folder above for a program", { try xml(list(program: "..")) }), ("no program", { try xml(list(program: "")) }),
    ("an identifier that leads elsewhere", { try xml(list(identifier: "../passfold.vault")) }),
    ("an identifier of nothing", { try xml(list(identifier: "")) }),
    ("a long identifier", { try xml(list(identifier: String(repeating: "a", count: 300))) }),
    ("an array for a name", { try xml(list().merging(["CFBundleIdentifier": ["org.example.one"]]) { $1 }) }),
    ("a number for the extension", { try xml(list().merging(["NSExtension": 3]) { $1 }) }),
    (
      "another extension point",
      {
        try xml(
          list().merging([
            "NSExtension": ["NSExtensionPointIdentifier": "x", "NSExtensionAttributes": [:] as [String: Any]] as [String: Any]
          ]) { $1 })
      }
    ),
  ]

  private static func binary(_ object: [UInt8]) -> Data {
    let offset = 8 + object.count
    // One object at 8, an offset table of one byte, and the trailer.
    let trailer = [0, 0, 0, 0, 0, 0, 1, 1] + bigEndian(1) + bigEndian(0) + bigEndian(UInt64(offset))
    return Data(Array("bplist00".utf8) + object + [8] + trailer)
  }

  private static func bigEndian(_ number: UInt64) -> [UInt8] { (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }

  private func install(_ data: Data, as name: String, in folder: TemporaryFolder) throws -> String {
    let bundle = folder.path + "/" + name + ".provider"
    try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
    try data.write(to: URL(filePath: bundle + "/Info.plist"))
    return bundle
  }

  private func found(_ folders: (TemporaryFolder, ProviderFolder.Origin)...) -> (bundles: [ProviderBundle], reported: Int) {
    var reported = 0
    let bundles = ProviderBundle.installed(in: folders.map { ProviderFolder(path: $0.0.path, origin: $0.1) }) { _ in reported += 1 }
    return (bundles, reported)
  }

  @Test("a hostile property list is reported and left out, and valid bundles are still found", arguments: hostile.indices)
  func leftOut(index: Int) throws {
    let folder = try TemporaryFolder()
    _ = try install(Self.hostile[index].1(), as: "Hostile", in: folder)
    _ = try install(Self.xml(Self.list(identifier: "org.example.good", name: "Good")), as: "Z", in: folder)
    let (bundles, reported) = found((folder, .person))
    #expect(bundles.map(\.identifier) == ["org.example.good"], "\(Self.hostile[index].0)")
    #expect(reported == 1)
  }

  @Test("a property list in Apple's binary format is read like any other")
  func binaryForm() throws {
    let folder = try TemporaryFolder()
    _ = try install(PropertyListSerialization.data(fromPropertyList: Self.list(), format: .binary, options: 0), as: "One", in: folder)
    #expect(found((folder, .person)).bundles.map(\.displayName) == ["One"])
  }

  @Test("a property list that is a pipe, device, folder or broken link is reported without blocking")
  func strangeFiles() throws {
    let folder = try TemporaryFolder()
    for (name, make) in [
      ("Pipe", { _ = mkfifo($0, 0o600) }), ("Device", { _ = symlink("/dev/zero", $0) }), ("Folder", { _ = mkdir($0, 0o700) }),
      ("Nowhere", { _ = symlink("/nowhere", $0) }),
    ] as [(String, (String) -> Void)] {
      let bundle = folder.path + "/\(name).provider"
      try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
      make(bundle + "/Info.plist")
    }
    let (bundles, reported) = found((folder, .person))
    #expect(bundles.isEmpty && reported == 4)
  }

  @Test("the built-in identifier cannot be taken in any letter case, and only an installed bundle is enabled by default")
  func builtIn() throws {
    let (installation, person) = (try TemporaryFolder(), try TemporaryFolder())
    _ = try install(Self.xml(Self.list(identifier: ProviderSettingsValue.vault, name: "Passfold")), as: "Passfold", in: installation)
    _ = try install(Self.xml(Self.list(identifier: ProviderSettingsValue.vault, name: "False")), as: "A", in: person)
    _ = try install(Self.xml(Self.list(identifier: "Passfold.Vault", name: "False too")), as: "B", in: person)
    #expect(found((installation, .installation), (person, .person)).bundles.map(\.displayName) == ["Passfold"])
    let alone = try #require(found((person, .person)).bundles.first)
    #expect(alone.identifier == ProviderSettingsValue.vault && !alone.isEnabledByDefault && !alone.needs.servesSession)
  }

  @Test("bundles with the same name are shown with their identifiers, and an invisible name is replaced by the identifier")
  func names() throws {
    let (installation, person) = (try TemporaryFolder(), try TemporaryFolder())
    _ = try install(Self.xml(Self.list(identifier: ProviderSettingsValue.vault, name: "Passfold")), as: "Passfold", in: installation)
    _ = try install(Self.xml(Self.list(identifier: "org.example.two", name: "\u{202e}passfold")), as: "Two", in: person)
    _ = try install(Self.xml(Self.list(identifier: "org.example.none", name: " \u{200b}")), as: "Void", in: person)
    #expect(
      found((installation, .installation), (person, .person)).bundles.map(\.displayName) == [
        "Passfold", "passfold (org.example.two)", "org.example.none",
      ])
  }

  @Test("a world-writable bundle is not started, and the doctor reports it", arguments: ["", "/Info.plist", "/One"])
  func writable(part: String) async throws {
    let folder = try TemporaryFolder()
    let path = try install(Self.xml(Self.list()), as: "One", in: folder)
    try Data("#!/bin/sh\n".utf8).write(to: URL(filePath: path + "/One"))
    for file in ["", "/Info.plist", "/One"] { chmod(path + file, 0o755) }
    var bundle = try #require(found((folder, .person)).bundles.first)
    #expect(BundleInspection.findings(about: bundle) == [] && !BundleInspection.isOpenToEverybody(bundle))
    chmod(path + part, 0o775)
    #expect(BundleInspection.findings(about: bundle) == ["writableByOthers"] && !BundleInspection.isOpenToEverybody(bundle))
    chmod(path + part, 0o777)
    bundle = try #require(found((folder, .person)).bundles.first)
    #expect(BundleInspection.isOpenToEverybody(bundle))
    let harness = try await BrokerHarness(installing: [bundle])
    await harness.broker.receive(
      .request(id: 5, .setProvider(ProviderSettingsChange(identifier: bundle.identifier, enabled: true))),
      from: harness.broker.attach(as: .settings, caller: BrokerHarness.browserHost) { _, _ in })
    #expect(harness.seen.providerCount == 1, "only the harness's own provider was started")
  }

  private static let complaints: [(String, @Sendable () throws -> Data?)] = [
    ("informationMissing", { nil }), ("informationMissing", { try xml(list(name: String(repeating: "n", count: 70_000))) }),
    ("informationMalformed", { Data((head + "<dict><key>CFBundle").utf8) }),
    ("informationLacks CFBundleExecutable", { try xml(list().filter { $0.key != "CFBundleExecutable" }) }),
    ("informationLacks NSExtension", { try xml(list().filter { $0.key != "NSExtension" }) }),
    ("informationUnusable CFBundleIdentifier", { try xml(list(identifier: "../x")) }),
    ("informationUnusable CFBundleDisplayName", { try xml(list().merging(["CFBundleDisplayName": 3]) { $1 }) }),
    ("informationUnusable CFBundleExecutable", { try xml(list(program: "/bin/sh")) }),
  ]

  @Test("an unreadable bundle is listed with the reason, and can be neither enabled nor started", arguments: complaints.indices)
  func unreadable(index: Int) async throws {
    let folder = try TemporaryFolder()
    let path = try install(Self.complaints[index].1() ?? Data(), as: "Broken", in: folder)
    if try Self.complaints[index].1() == nil { try FileManager.default.removeItem(atPath: path + "/Info.plist") }
    let found = ProviderBundle.found(in: [ProviderFolder(path: folder.path, origin: .person)]) { _ in }
    let harness = try await BrokerHarness(installing: found)
    let answers = Mutex<[ClientReply]>([])
    let settings = await harness.broker.attach(as: .settings, caller: BrokerHarness.browserHost) { answer, _ in
      answers.withLock { $0.append(answer) }
    }
    await harness.broker.receive(.request(id: 5, .providers), from: settings)
    guard case .providers(let told, _)? = answers.withLock({ $0.last })?.answer else {
      Issue.record("no list")
      return
    }
    let broken = try #require(told.last)
    #expect((broken.name, broken.state, broken.isEnabled) == ("Broken.provider", "unreadable", false))
    #expect(broken.folder == path && broken.findings == [Self.complaints[index].0])
    await harness.broker.receive(
      .request(id: 6, .setProvider(ProviderSettingsChange(identifier: broken.identifier, enabled: true))), from: settings)
    guard case .failure(let refusal)? = answers.withLock({ $0.last })?.answer, refusal.detail == "unreadableBundle" else {
      Issue.record("answered with \(String(describing: answers.withLock { $0.last })) instead of a refusal")
      return
    }
    #expect(harness.seen.providerCount == 1)
  }

  @Test("the doctor reports a missing principal class and one with an unexpanded Xcode variable")
  func principalClass() throws {
    func findings(_ name: String?) throws -> [String] {
      let folder = try TemporaryFolder()
      var list = Self.list()
      var information = try #require(list["NSExtension"] as? [String: Any])
      information["NSExtensionPrincipalClass"] = name
      list["NSExtension"] = information
      let path = try install(Self.xml(list), as: "One", in: folder)
      try Data("#!/bin/sh\n".utf8).write(to: URL(filePath: path + "/One"))
      for file in ["", "/Info.plist", "/One"] { chmod(path + file, 0o755) }
      return BundleInspection.findings(about: try #require(found((folder, .person)).bundles.first))
    }
    #expect(try findings(nil) == ["principalClassMissing"])
    #expect(try findings("$(PRODUCT_MODULE_NAME).Provider") == ["principalClassUnexpanded $(PRODUCT_MODULE_NAME).Provider One.Provider"])
    #expect(try findings("shop_provider.Provider") == [])
  }

  @Test(
    "the doctor reports a credential exchange declared without a supported version, and such a bundle takes no part")
  func exchangeVersions() throws {
    func look(_ capabilities: [String: Any]) throws -> (findings: [String], takesPart: Bool) {
      let folder = try TemporaryFolder()
      var list = Self.list()
      var information = try #require(list["NSExtension"] as? [String: Any])
      information["NSExtensionPrincipalClass"] = "shop_provider.Provider"
      information["NSExtensionAttributes"] = ["ASCredentialProviderExtensionCapabilities": capabilities]
      list["NSExtension"] = information
      let path = try install(Self.xml(list), as: "One", in: folder)
      try Data("#!/bin/sh\n".utf8).write(to: URL(filePath: path + "/One"))
      for file in ["", "/Info.plist", "/One"] { chmod(path + file, 0o755) }
      let bundle = try #require(found((folder, .person)).bundles.first)
      return (BundleInspection.findings(about: bundle), bundle.capabilities.exchangesCredentials)
    }
    let versions = "SupportedCredentialExchangeVersions"
    for wrong: [String: Any] in [[:], [versions: ["2.0"]], [versions: "1.0"], [versions: true], [versions: [1]]] {
      let seen = try look(wrong.merging(["SupportsCredentialExchange": true]) { $1 })
      #expect(seen == (["exchangeVersionMissing"], false), "\(wrong)")
    }
    #expect(
      try look([versions: ["1.0"], "ProvidesPasswords": true]) == (["capabilityNotDeclared SupportsCredentialExchange"], false))
    #expect(try look([versions: ["0.9", "1.0"], "SupportsCredentialExchange": true]) == ([], true))
  }
}
