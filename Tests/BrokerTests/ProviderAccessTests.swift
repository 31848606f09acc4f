// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import Testing

@Suite("Access that a provider declares and the user approves")
struct ProviderAccessTests {
  private static let surroundings = AccessSurroundings(
    variable: {
      ["HOME": "/people/anne", "XDG_RUNTIME_DIR": "/run/user/1000", "STORE": "/data/store/", "RELATIVE": "store", "ROOTS": "/"][$0]
    },
    own: ["/run/user/1000/passfold", "/people/anne/.local/share/passfold", "/people/anne/.config/passfold"])

  private static var store: [String: Any] { ["Kind": "folder", "Name": "store", "Path": "$HOME/.store", "Purpose": "the passwords"] }

  /// The bundle with these declarations, or nil if it is left out.
  private func bundle(_ access: [[String: Any]], network: Bool = false) throws -> ProviderBundle? {
    let folder = try TemporaryFolder()
    let list: [String: Any] = [
      "CFBundleIdentifier": "org.example.one", "CFBundleDisplayName": "One", "CFBundleExecutable": "One",
      "NSExtension": [
        "NSExtensionPointIdentifier": "com.apple.authentication-services-credential-provider-ui",
        "NSExtensionAttributes": ["PassfoldProviderAccess": access, "PassfoldCredentialProviderNetwork": network] as [String: Any],
      ] as [String: Any],
    ]
    let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
    try folder.write(String(decoding: data, as: UTF8.self), to: "One.provider/Info.plist")
    return ProviderBundle.installed(
      in: [ProviderFolder(path: folder.path, origin: .person)], surroundings: Self.surroundings, report: { _ in }
    ).first
  }

  private func place(of path: String) throws -> String? {
    try bundle([Self.store.merging(["Path": path]) { $1 }])?.access.first?.place
  }

  @Test(
    "a path is resolved with the session's variables, with an alternative for one that is not set",
    arguments: [
      ("$HOME/.store", "/people/anne/.store"), ("$STORE", "/data/store"), ("${STORE:-$HOME/.store}", "/data/store"),
      ("${UNSET:-$HOME/.store}", "/people/anne/.store"), ("${UNSET:-$HOME}/.store/a", "/people/anne/.store/a"),
      ("${RELATIVE:-$HOME/.store}", "/people/anne/.store"), ("/run/pcscd/pcscd.comm", "/run/pcscd/pcscd.comm"),
    ])
  func places(path: String, place: String) throws {
    #expect(try self.place(of: path) == place)
  }

  @Test(
    "whole home folders, session and system folders, and Passfold's own files are never accessible",
    arguments: [
      "$HOME", "/people", "$ROOTS", "$XDG_RUNTIME_DIR", "/run/user", "/proc/1", "/sys/kernel", "/dev/shm", "$HOME/.local",
      "$HOME/.local/share/passfold", "$HOME/.local/share/passfold/vault", "$XDG_RUNTIME_DIR/passfold/broker.sock", "$HOME/.config",
      "$UNSET/store", "$RELATIVE/store",
    ])
  func closed(path: String) throws {
    let bundle = try #require(try bundle([Self.store.merging(["Path": path]) { $1 }]))
    #expect(bundle.access.map(\.place) == [nil])
  }

  @Test("a bundle with an unusable declaration is left out")
  func unusable() throws {
    let changes: [[String: Any]] = [
      ["Kind": "everything"], ["Kind": "bus"], ["Methods": [Self.method()]], ["Name": ""], ["Name": "two words"], ["Name": "../x"],
      ["Path": "store"], ["Path": ""],
      ["Path": "/"], ["Path": "$HOME/../x"],
      ["Path": "$HOME/a//b"], ["Path": "$home/x"], ["Path": "${HOME}/x"], ["Path": "${A:-${B:-/x/y}}/z"], ["Path": "/a/b\u{7}"],
      ["Purpose": " "],
      ["Kind": "socket", "Writable": true], ["Kind": "variable", "Path": "LD_PRELOAD"], ["Kind": "variable", "Path": "HOME"],
      ["Kind": "variable", "Path": "PASSFOLD_PROVIDER_DESCRIPTOR"], ["Kind": "variable", "Path": "$DISPLAY"], ["Kind": 3],
    ]
    for change in changes { #expect(try bundle([Self.store.merging(change) { $1 }]) == nil, "\(change)") }
    #expect(try bundle([Self.store, Self.store]) == nil)
    #expect(try bundle((0..<17).map { Self.store.merging(["Name": "store\($0)"]) { $1 } }) == nil)
    #expect(try bundle([Self.store]) != nil)
  }

  private static func method(_ changes: [String: String] = [:]) -> [String: String] {
    ["Name": "org.freedesktop.Secret.Service.SearchItems", "Object": "/org/freedesktop/secrets", "Purpose": "to find"].merging(changes) {
      $1
    }
  }

  private static var keyring: [String: Any] {
    [
      "Kind": "bus", "Name": "secrets", "Path": "org.freedesktop.secrets", "Purpose": "the keyring", "Methods": [method()],
      "Signals": [method(["Name": "org.freedesktop.Secret.Prompt.Completed", "Object": "/org/freedesktop/secrets/*"])],
    ]
  }

  @Test("a bus declaration lists the permitted methods and signals, each with object and purpose")
  func bus() throws {
    let access = try #require(try bundle([Self.keyring])?.access.first)
    #expect(access.place == "org.freedesktop.secrets" && access.kind == .bus)
    #expect(
      access.members == [
        BusMember(.method, "org.freedesktop.Secret.Service.SearchItems", of: "/org/freedesktop/secrets", purpose: "to find"),
        BusMember(.signal, "org.freedesktop.Secret.Prompt.Completed", of: "/org/freedesktop/secrets/*", purpose: "to find"),
      ])
  }

  @Test(
    "every bus name except the keyring's is refused",
    arguments: [
      "org.freedesktop.systemd1", "org.freedesktop.portal.Desktop", "org.freedesktop.portal.Flatpak", "org.gnome.Shell",
      "org.gnome.Shell.Extensions", "org.kde.KWin", "org.freedesktop.DBus", "org.freedesktop.Notifications", "org.gnome.keyring",
      "ca.desrt.dconf",
      "org.freedesktop.*", "*", "", "org.freedesktop.secrets.other", "org.freedesktop.secret", ":1.5", "org.freedesktop.secrets=x",
    ])
  func closedNames(name: String) throws { #expect(try bundle([Self.keyring.merging(["Path": name]) { $1 }]) == nil) }

  @Test(
    "keyring methods that create, change, delete or lock are refused, and so are other objects",
    arguments: [
      ["Name": "org.freedesktop.Secret.Service.CreateCollection"], ["Name": "org.freedesktop.Secret.Service.SetAlias"],
      ["Name": "org.freedesktop.Secret.Service.Lock"], ["Name": "org.freedesktop.Secret.Collection.CreateItem"],
      ["Name": "org.freedesktop.Secret.Collection.Delete"], ["Name": "org.freedesktop.Secret.Item.Delete"],
      ["Name": "org.freedesktop.Secret.Item.SetSecret"], ["Name": "org.freedesktop.DBus.Properties.Set"],
      ["Name": "org.freedesktop.Secret.Service.*"], ["Name": "org.freedesktop.Secret.Service"], ["Name": "*"], ["Name": ""],
      ["Name": "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface.UnlockWithMasterPassword"],
      ["Name": "org.freedesktop.impl.portal.Secret.RetrieveSecret"], ["Name": "org.freedesktop.Secret.Prompt.Completed"],
      ["Object": "/org/freedesktop/portal/desktop"], ["Object": "/"], ["Object": "/*"], ["Object": ""], ["Object": "/org/freedesktop"],
      ["Object": "/org/freedesktop/secretsandmore"], ["Object": "/org/freedesktop/secrets/"], ["Object": "/org/freedesktop/secrets/a/../b"],
      ["Object": "/org/freedesktop/secrets/*/a"], ["Object": "/org/freedesktop/secrets=x"], ["Object": "/org/freedesktop/secrets/a b"],
      ["Purpose": " "],
    ])
  func closedMembers(change: [String: String]) throws {
    #expect(try bundle([Self.keyring.merging(["Methods": [Self.method(change)]]) { $1 }]) == nil)
    // Nor next to a permitted one.
    #expect(try bundle([Self.keyring.merging(["Methods": [Self.method(), Self.method(change)]]) { $1 }]) == nil)
  }

  @Test("a bus declaration without methods, with too many members or with write access is refused")
  func unusableBus() throws {
    let many = [[String: String]](repeating: Self.method(), count: 32)
    for change: [String: Any] in [
      ["Methods": [Any]()], ["Writable": true], ["Methods": many], ["Methods": "all"], ["Signals": [Self.method()]],
    ] {
      #expect(try bundle([Self.keyring.merging(change) { $1 }]) == nil, "\(change)")
    }
    #expect(try bundle([Self.keyring.filter { $0.key != "Methods" }]) == nil)
    #expect(try bundle([Self.keyring]) != nil)
  }

  @Test("a change of any bus method, object or purpose needs a new approval")
  func changedMembers() throws {
    let agreed = try #require(try bundle([Self.keyring]))
    var settings = ProviderSettings()
    settings.turn(agreed.identifier, on: true, among: [agreed], agreement: agreed.agreement)
    let get = Self.method(["Name": "org.freedesktop.Secret.Service.GetSecrets"])
    let others: [[String: Any]] = [
      ["Methods": [Self.method(), get]], ["Methods": [get]], ["Methods": [Self.method(["Object": "/org/freedesktop/secrets/*"])]],
      ["Methods": [Self.method(["Purpose": "fun"])]], ["Signals": [Any]()],
    ]
    for change in others {
      let other = try #require(try bundle([Self.keyring.merging(change) { $1 }]))
      #expect(!settings.isEnabled(other) && settings.lacksAgreement(other), "\(change)")
    }
  }

  @Test("a provider that declares access is enabled only with the user's approval of exactly that declaration")
  func agreement() throws {
    let bundle = try #require(try bundle([Self.store]))
    var providers = Providers(installed: [bundle], settings: ProviderSettings())
    #expect(throws: ClientFailure.self) { try providers.decided(ProviderSettingsChange(identifier: bundle.identifier, enabled: true)) }
    let stale = ProviderSettingsChange(identifier: bundle.identifier, enabled: true, agreement: "folder store ro /people/anne/.other")
    #expect(throws: ClientFailure.self) { try providers.decided(stale) }
    let agreed = ProviderSettingsChange(identifier: bundle.identifier, enabled: true, agreement: bundle.agreement)
    #expect(providers.apply(try providers.decided(agreed)).added == [bundle.identifier])
  }

  @Test("any change of a declaration disables the provider until the user approves it, and reverting it enables it again")
  func changed() throws {
    let agreed = try #require(try bundle([Self.store]))
    var settings = ProviderSettings()
    settings.turn(agreed.identifier, on: true, among: [agreed], agreement: agreed.agreement)
    #expect(settings.isEnabled(agreed))
    let others = [
      try bundle([Self.store.merging(["Path": "$HOME/.ssh"]) { $1 }]), try bundle([Self.store.merging(["Writable": true]) { $1 }]),
      try bundle([Self.store.merging(["Purpose": "fun"]) { $1 }]), try bundle([Self.store.merging(["Kind": "file"]) { $1 }]),
      try bundle([Self.store, Self.store.merging(["Name": "more", "Path": "$HOME/.ssh"]) { $1 }]), try bundle([Self.store], network: true),
    ]
    for other in others {
      let other = try #require(other)
      #expect(!settings.isEnabled(other) && settings.lacksAgreement(other), "\(other.agreement ?? "")")
    }
    let less = try #require(try bundle([]))
    #expect(settings.isEnabled(less) && less.agreement == nil)
    #expect(settings.isEnabled(agreed))
    // A provider disabled for faults needs a new approval too.
    settings.turn(agreed.identifier, on: false, among: [agreed], notice: .init(reason: "faults", time: 5))
    #expect(!settings.isEnabled(agreed) && !settings.lacksAgreement(agreed))
  }

  @Test("a provider whose declaration has changed does not start, and the old approval is refused")
  func withdrawn() throws {
    let bundle = try #require(try bundle([Self.store]))
    var providers = Providers(installed: [bundle], settings: ProviderSettings())
    let agreed = ProviderSettingsChange(identifier: bundle.identifier, enabled: true, agreement: bundle.agreement)
    _ = providers.apply(try providers.decided(agreed))
    let other = try #require(try self.bundle([Self.store.merging(["Path": "$HOME/.ssh"]) { $1 }]))
    var replaced = Providers(installed: [other], settings: try providers.decided(agreed))
    #expect(replaced.apply().added == [])
    #expect(throws: ClientFailure.self) { try replaced.decided(agreed) }
  }
}
