// swift-tools-version: 6.2
// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackageDescription

/// Whether another package depends on this one: SwiftPM then reads this file straight out of the repository, or out of its checkouts.
///
/// Whoever depends on Passfold gets the libraries. The programs, their packages and the system libraries that they link stay out of it:
/// nothing of them is resolved, and pkg-config is not asked for them.
let isDependency: Bool = {
  let folder = URL(fileURLWithPath: Context.packageDirectory)
  guard folder.path != "/" else { return true }
  let checkouts = folder.deletingLastPathComponent()
  let repositories = checkouts.deletingLastPathComponent().appendingPathComponent("repositories").path
  return checkouts.lastPathComponent == "checkouts" && FileManager.default.fileExists(atPath: repositories)
}()

/// Settings of every Swift target: Swift 6 mode comes with the tools version, imports are internal unless said, existentials are spelled.
let houseStyle: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let asn1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
/// A database: who depends on Passfold asks for it by the trait, everything here has it.
let grdb = Target.Dependency.product(
  name: "GRDB", package: "GRDB.swift", condition: isDependency ? .when(traits: ["OneTimeCodeStorage"]) : nil)
/// The C functions of SQLite, by the same package.
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let hummingbirdTLS = Target.Dependency.product(name: "HummingbirdTLS", package: "hummingbird")
let hummingbirdTesting = Target.Dependency.product(name: "HummingbirdTesting", package: "hummingbird")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")

func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: houseStyle)
}

func program(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource]? = nil) -> Target {
  .executableTarget(name: name, dependencies: dependencies, resources: resources, swiftSettings: houseStyle)
}

/// Measures the libraries for `make bench`; part of the package so that it always builds.
let measurements = Target.executableTarget(
  name: "passfold-measurements",
  dependencies: [
    "CredentialModel", "CredentialVault", "OneTimeCodes", "SecretMemory", "WebAuthnAuthenticator", "WebAuthnClient", "WebAuthnModel",
    "WebAuthnRelyingParty", "WebDomains", crypto, cryptoExtras,
  ],
  path: "Benchmarks/Measurements", swiftSettings: houseStyle)

/// What takes too long for every test run, for `make soak`.
let soak = Target.executableTarget(
  name: "passfold-soak", dependencies: ["OneTimeCodeStorage", "OneTimeCodes", "SecretMemory"], path: "Tests/Soak",
  swiftSettings: houseStyle)

/// Writes into a vault until somebody ends it, and looks at what is left, for `make crashes` and its sample in each test run.
let crashes = Target.executableTarget(
  name: "passfold-crashes", dependencies: ["CredentialCryptography", "CredentialModel", "CredentialVault", "SecretMemory"],
  path: "Tests/CrashProgram",
  swiftSettings: houseStyle)

/// The vault's parsers as the fuzzing package sees them, which is another package; nobody else does.
let isFuzzed = Context.environment["PASSFOLD_FUZZING"] != nil
let vaultParsers = Target.target(
  name: "VaultParsers",
  dependencies: [
    "CanonicalCBOR", "CredentialCryptography", "CredentialModel", "CredentialVault", "SecretMemory", "SyncFolder", "SyncModel",
    "VaultSync", crypto,
  ],
  path: "FuzzTesting/VaultParsers", swiftSettings: houseStyle)
/// Likewise what the sync server reads of strangers.
let syncParsers = Target.target(
  name: "SyncParsers", dependencies: ["CanonicalCBOR", "CredentialCryptography", "SyncServer", "SyncServerStore"],
  path: "FuzzTesting/SyncParsers", swiftSettings: houseStyle)

/// Likewise what is read of strangers' files.
let exchangeParsers = Target.target(
  name: "ExchangeParsers", dependencies: ["CredentialExchange", "ExchangeFormats", "SecretMemory"],
  path: "FuzzTesting/ExchangeParsers", swiftSettings: houseStyle)

/// Likewise what comes over a socket when one provider hands over to another.
let handoverParsers = Target.target(
  name: "HandoverParsers", dependencies: ["AuthenticationServices", "BrokerProtocol", "LocalTransport", "SecretMemory"],
  path: "FuzzTesting/HandoverParsers", swiftSettings: houseStyle)

/// Likewise what other password managers answer to the providers for them, and what is typed into a provider's form.
let providerParsers = Target.target(
  name: "ProviderParsers",
  dependencies: ["BrokerProtocol", "KeePassXCProvider", "PasswordStoreProvider", "SecretMemory", "SecretServiceProvider", "WebDomains"],
  path: "FuzzTesting/ProviderParsers", swiftSettings: houseStyle)

/// Devices that synchronise through a store that loses and lies, from one seed a run, for `make simulate` and for each test run.
let simulate = Target.executableTarget(
  name: "passfold-simulate", dependencies: ["CanonicalCBOR", "CredentialCryptography", "SecretMemory", "SyncModel", crypto],
  path: "Tests/SyncSimulator", swiftSettings: houseStyle)

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name + "Tests", dependencies: [.target(name: name)] + dependencies, swiftSettings: houseStyle)
}

/// What the programs alone link, the filter of their system calls, and their translations.
let systemLibraries: [Target] = [
  library("SystemCallFilter", ["CSeccomp"]),
  library("Translations", ["CGettext", "LocalFiles"]),
  // The C library's own: nothing is linked.
  .systemLibrary(name: "CGettext"),
  .systemLibrary(name: "CArgon2", pkgConfig: "libargon2", providers: [.apt(["libargon2-dev"])]),
  .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
  .systemLibrary(name: "CPNG", pkgConfig: "libpng16", providers: [.apt(["libpng-dev"])]),
  .systemLibrary(name: "CZBar", pkgConfig: "zbar", providers: [.apt(["libzbar-dev"])]),
  .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
  .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
  .systemLibrary(name: "CXCB", pkgConfig: "xcb", providers: [.apt(["libxcb1-dev"])]),
  .systemLibrary(name: "CGTK", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev", "libgtk-4-dev"])]),
  .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
  .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
  .systemLibrary(name: "CSDBus", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
  .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
  .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
  .systemLibrary(name: "CGcrypt", pkgConfig: "libgcrypt", providers: [.apt(["libgcrypt20-dev"])]),
  .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
  .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
  .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
  .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
  // Debian's has no file for pkg-config.
  .systemLibrary(name: "CZxcvbn", providers: [.apt(["libzxcvbn-dev"])]),
  // Talks to a TPM 2.0; Debian's libtss2-dev.
  .target(name: "CSealingChip", linkerSettings: [.linkedLibrary("tss2-esys"), .linkedLibrary("tss2-mu")]),
  // Acts before the main of the program that links it.
  .target(name: "CVaultSandbox"),
  // Takes the place of a part of the C library in the program that links it.
  .target(name: "CWipingHeap"),
]

let foundation: [Target] = [
  .target(name: "CPassfoldSystem"),
  // Without pkg-config, which would be asked for products that do not use it; the module map names the library.
  .systemLibrary(name: "CPublicSuffix"),
  library("SecretMemory", ["CPassfoldSystem"]),
  library("CanonicalCBOR", []),
  library("LocalFiles", []),
  library("WebDomains", ["CPublicSuffix"]),
]

let values: [Target] = [
  library("OneTimeCodes", ["SecretMemory", crypto]),
  library("WebAuthnModel", ["CanonicalCBOR", "WebDomains", crypto, cryptoExtras]),
  library("PasswordRules", ["SecretMemory"]),
]

let ceremonies: [Target] = [
  library("WebAuthnAuthenticator", ["CanonicalCBOR", "SecretMemory", "WebAuthnModel", "WebDomains", crypto, cryptoExtras]),
  library("WebAuthnClient", ["WebAuthnModel", "WebDomains", crypto]),
  library("WebAuthnRelyingParty", ["CanonicalCBOR", "WebAuthnModel", "WebDomains", asn1, crypto, cryptoExtras]),
]

/// What services keep, apart from what they compute: it brings a database along.
let storage = library("OneTimeCodeStorage", ["OneTimeCodes", "SecretMemory", crypto, grdb])

/// Values that the programs alone use.
let programValues: [Target] = [
  library("CredentialModel", ["OneTimeCodes", "SecretMemory", "WebDomains"]),
  library("CredentialExchange", ["CredentialModel", "OneTimeCodes", "SecretMemory", "WebDomains"]),
  library(
    "ExchangeFormats",
    [
      "CArgon2", "CExpat", "CGcrypt", "CSodium", "CZip", "CZlib", "CredentialExchange", "CredentialModel", "OneTimeCodes", "SecretMemory",
      "WebDomains", crypto, cryptoExtras,
    ]),
  library("QRCodes", ["CPNG", "CQREncode", "SecretMemory"]),
]

let secrets: [Target] = [
  library("CredentialCryptography", ["CArgon2", "CSealingChip", "CZxcvbn", "CanonicalCBOR", "SecretMemory", crypto]),
  library("SyncModel", ["CanonicalCBOR", "CredentialCryptography", "SecretMemory", crypto]),
  library(
    "CredentialVault",
    [
      "CPassfoldSystem", "CanonicalCBOR", "CredentialCryptography", "CredentialModel", "LocalFiles", "OneTimeCodes", "SecretMemory",
      "SyncModel", "WebDomains", crypto, grdb, sqlite,
    ]),
]

/// What the programs for strangers' files are but for their one task: a process that can only compute.
let exchangeProcess = library(
  "ExchangeProcess", ["CredentialExchange", "ExchangeFormats", "SecretMemory", "SystemCallFilter"])

/// The vault's side of synchronisation.
let sync = library("VaultSync", ["CanonicalCBOR", "CredentialCryptography", "CredentialVault", "SecretMemory", "SyncModel"])

/// The sync server without its HTTP: what it keeps, and the rules of its interface.
let syncServer: [Target] = [
  library("SyncServerStore", ["CPostgreSQL", "CredentialCryptography", grdb]),
  library("SyncServer", ["CanonicalCBOR", "CredentialCryptography", "SecretMemory", "SyncModel", "SyncServerStore", crypto]),
]

/// A folder in the server's place.
let syncFolder = library("SyncFolder", ["CanonicalCBOR", "CredentialCryptography", "SyncModel", crypto])

/// How the faces reach the system.
let transport: [Target] = [
  library("LocalEndpoint", ["LocalFiles"]),
  library("LocalTransport", ["CPassfoldSystem", "LocalEndpoint", "LocalFiles", "SecretMemory"]),
  library("BrokerProtocol", ["LocalTransport", "SecretMemory"]),
  library("PinentryPrompts", ["SecretMemory"]),
]

let system: [Target] = [
  library("FetchProtocol", []),
  library("VaultProtocol", ["LocalFiles", "LocalTransport", "SecretMemory", "Translations"]),
  library(
    "Broker",
    ["BrokerProtocol", "FetchProtocol", "LocalFiles", "SecretMemory", "WebAuthnClient", "WebAuthnModel", "WebDomains", crypto, logging]),
]

/// Who comes to a broker's socket.
let door = library("BrokerDoor", ["Broker", "BrokerProtocol", "LocalEndpoint", "LocalFiles", "LocalTransport", logging])

let faces: [Target] = [
  library(
    "AuthenticationServices",
    ["BrokerProtocol", "LocalEndpoint", "LocalFiles", "LocalTransport", "OneTimeCodes", "SecretMemory", crypto]),
  library("AutoFillTextFields", ["AuthenticationServices", "BrokerProtocol", "SecretMemory"]),
  library(
    "CredentialProviderHost",
    ["AuthenticationServices", "BrokerProtocol", "LocalEndpoint", "LocalFiles", "LocalTransport", "PinentryPrompts", "SecretMemory"]),
]

/// What a person sees of providers, whatever draws it.
let presentation = library("PresentedViews", ["BrokerProtocol", "LocalTransport", "SecretMemory", "Translations", "VaultProtocol"])

let programs: [Target] = [
  // Started for every single code: without the loading of shared libraries it starts several times faster.
  .executableTarget(
    name: "passfold",
    dependencies: [
      "BrokerProtocol", "CPassfoldSystem", "LocalEndpoint", "LocalFiles", "LocalTransport", "PresentedViews", "SecretMemory",
      "Translations", "VaultProtocol", argumentParser,
    ],
    swiftSettings: houseStyle + [.unsafeFlags(["-static-stdlib"], .when(configuration: .release))],
    linkerSettings: [.unsafeFlags(["-static-stdlib"], .when(configuration: .release))]),
  program(
    "passfold-broker",
    [
      "Broker", "BrokerDoor", "BrokerProtocol", "CPassfoldSystem", "CSDBus", "FetchProtocol", "LocalEndpoint", "LocalFiles",
      "LocalTransport", "PinentryPrompts", "SecretMemory", "SystemCallFilter", "Translations", logging,
    ]),
  program(
    "passfold-vault",
    [
      "AuthenticationServices", "CVaultSandbox", "CWipingHeap", "CredentialCryptography", "CredentialExchange", "CredentialModel",
      "CredentialProviderHost",
      "CredentialVault",
      "LocalEndpoint", "LocalFiles", "LocalTransport", "OneTimeCodes", "PasswordRules", "SecretMemory", "SyncModel", "Translations",
      "VaultProtocol",
      "VaultSync",
      "WebAuthnAuthenticator", "WebAuthnModel", "WebDomains", crypto,
    ]),
  program(
    "passfold-virtual-provider",
    [
      "Broker", "BrokerDoor", "BrokerProtocol", "LocalEndpoint", "LocalTransport", "SecretMemory", "WebAuthnAuthenticator",
      "WebAuthnClient", "WebAuthnModel", "WebDomains", crypto, cryptoExtras, logging,
    ]),
  program("passfold-import", ["CWipingHeap", "CredentialExchange", "ExchangeFormats", "ExchangeProcess", "SecretMemory"]),
  program("passfold-export", ["CWipingHeap", "CredentialExchange", "ExchangeFormats", "ExchangeProcess"]),
  program("passfold-fetch", ["CCurl", "FetchProtocol", "SystemCallFilter"]),
  program(
    "passfold-sync", ["CCurl", "LocalEndpoint", "LocalTransport", "SecretMemory", "SyncFolder", "SystemCallFilter", "VaultProtocol"]),
  program(
    "passfold-qr",
    [
      "CPNG", "CSDBus", "CSeccomp", "CTurboJPEG", "CWebP", "CXCB", "CZBar", "LocalFiles", "QRCodes", "SecretMemory", "SystemCallFilter",
    ]),
  program(
    "passfold-window",
    [
      "BrokerProtocol", "CGTK", "CPassfoldSystem", "LocalEndpoint", "LocalFiles", "LocalTransport", "PresentedViews", "QRCodes",
      "SecretMemory", "Translations", "VaultProtocol",
    ]),
  program(
    "passfold-conformance",
    [
      "CanonicalCBOR", "OneTimeCodes", "SecretMemory", "WebAuthnAuthenticator", "WebAuthnClient", "WebAuthnModel", "WebAuthnRelyingParty",
      "WebDomains",
    ]),
  program("passfold-browser-host", ["CPassfoldSystem", "LocalEndpoint"]),
  program(
    "passfold-sync-server",
    [
      "CredentialCryptography", "SyncServer", "SyncServerStore", argumentParser, hummingbird, hummingbirdCore, hummingbirdTLS,
      logging, nioCore,
    ]),
  program(
    "SignInSite",
    [
      "OneTimeCodeStorage", "OneTimeCodes", "QRCodes", "SecretMemory", "WebAuthnModel", "WebAuthnRelyingParty", "WebDomains", crypto,
      cryptoExtras, grdb, hummingbird, hummingbirdTLS, mustache, argumentParser, logging,
    ],
    resources: [.copy("Templates"), .copy("Static")]),
]

/// Programs that show how the libraries are used.
let examples: [Target] = [
  .executableTarget(
    name: "SignInApp", dependencies: ["AuthenticationServices", "AutoFillTextFields", "CGTK"], path: "Examples/SignInApp",
    exclude: ["README.md"], swiftSettings: houseStyle)
]

let testTargets: [Target] = [
  tests("SecretMemory", []),
  tests("LocalFiles", []),
  tests("Translations", ["CGettext"]),
  tests("CanonicalCBOR", []),
  tests("WebDomains", []),
  tests("OneTimeCodes", ["SecretMemory", crypto]),
  tests("OneTimeCodeStorage", ["OneTimeCodes", "SecretMemory", grdb]),
  tests("WebAuthnModel", ["CanonicalCBOR", "WebDomains", crypto, cryptoExtras]),
  tests("WebAuthnAuthenticator", ["CanonicalCBOR", "SecretMemory", "WebAuthnModel", "WebDomains", crypto, cryptoExtras]),
  tests("WebAuthnClient", ["CanonicalCBOR", "WebAuthnModel", "WebDomains", crypto]),
  tests(
    "WebAuthnRelyingParty",
    ["CanonicalCBOR", "SecretMemory", "WebAuthnAuthenticator", "WebAuthnClient", "WebAuthnModel", "WebDomains", crypto, cryptoExtras]),
  tests("CredentialModel", ["OneTimeCodes", "SecretMemory"]),
  tests("CredentialExchange", ["CredentialModel", "OneTimeCodes", "SecretMemory", "WebDomains"]),
  tests(
    "ExchangeFormats", ["CredentialExchange", "CredentialModel", "OneTimeCodes", "SecretMemory", "WebDomains", crypto, cryptoExtras]),
  tests("PasswordRules", ["SecretMemory"]),
  tests("QRCodes", ["SecretMemory"]),
  tests("CredentialCryptography", ["CanonicalCBOR", "SecretMemory", crypto]),
  tests("SyncModel", ["CanonicalCBOR", "CredentialCryptography", "SecretMemory", "passfold-simulate", crypto]),
  tests(
    "CredentialVault",
    ["CanonicalCBOR", "CredentialCryptography", "CredentialModel", "OneTimeCodes", "SecretMemory", "SyncModel", "WebDomains", crypto, grdb]),
  tests("SyncServerStore", ["CredentialCryptography", grdb]),
  tests("SyncFolder", ["CanonicalCBOR", "CredentialCryptography", "SecretMemory", "SyncModel", crypto]),
  tests("SyncServer", ["CanonicalCBOR", "CredentialCryptography", "SecretMemory", "SyncModel", "SyncServerStore"]),
  tests(
    "VaultSync",
    [
      "CanonicalCBOR", "CredentialCryptography", "CredentialModel", "CredentialVault", "OneTimeCodes", "SecretMemory", "SyncModel",
      "SyncFolder", "SyncServer", "SyncServerStore", "WebDomains", crypto, grdb,
    ]),
  tests("LocalTransport", ["LocalEndpoint", "SecretMemory"]),
  tests("VaultProtocol", ["LocalTransport", "SecretMemory"]),
  tests("BrokerProtocol", ["LocalTransport"]),
  tests(
    "Broker",
    [
      "BrokerProtocol", "FetchProtocol", "LocalTransport", "PresentedViews", "SecretMemory", "WebAuthnModel", "WebDomains", crypto, logging,
    ]),
  tests("AuthenticationServices", ["AutoFillTextFields", "BrokerProtocol", "LocalTransport", "SecretMemory", crypto]),
  tests("PresentedViews", ["BrokerProtocol", "SecretMemory", "VaultProtocol"]),
  .testTarget(
    name: "AppleDocumentsTests",
    dependencies: ["AuthenticationServices", "BrokerProtocol", "OneTimeCodes", "SecretMemory", "SupportingPasskeys"],
    exclude: ["REPAIRS.md"], swiftSettings: houseStyle),
  tests("CredentialProviderHost", ["AuthenticationServices", "BrokerProtocol", "LocalTransport", "SecretMemory"]),
  tests("passfold-broker", ["Broker", "BrokerDoor", "BrokerProtocol", "LocalEndpoint", "LocalTransport", "PinentryPrompts", logging]),
  tests(
    "passfold-virtual-provider",
    [
      "Broker", "BrokerProtocol", "CanonicalCBOR", "SecretMemory", "WebAuthnAuthenticator", "WebAuthnClient", "WebAuthnModel",
      "WebAuthnRelyingParty", "WebDomains", crypto,
    ]),
  tests("DemoProvider", ["AuthenticationServices", "CredentialProviderHost", crypto]),
  tests("KeePassXCProvider", ["AuthenticationServices", "CredentialProviderHost", "SecretMemory"]),
  tests("PasswordStoreProvider", ["AuthenticationServices", "CredentialProviderHost", "OneTimeCodes", "SecretMemory"]),
  tests("SecretServiceProvider", ["AuthenticationServices", "CGcrypt", "SecretMemory"]),
  tests("passfold", ["BrokerProtocol", "PresentedViews", "SecretMemory", "VaultProtocol"]),
  tests("FetchProtocol", []),
  tests("passfold-fetch", []),
  tests("passfold-qr", []),
  tests("passfold-sync", ["LocalTransport", "SecretMemory", "VaultProtocol"]),
  tests(
    "passfold-vault",
    [
      "AuthenticationServices", "BrokerProtocol", "CredentialCryptography", "CredentialExchange", "CredentialModel",
      "CredentialProviderHost", "LocalTransport",
      "CredentialVault", "OneTimeCodes", "SecretMemory", "VaultProtocol", "VaultSync", "WebAuthnModel", "WebDomains", crypto,
    ]),
  tests(
    "passfold-sync-server",
    [
      "CanonicalCBOR", "CredentialCryptography", "SecretMemory", "SyncModel", "SyncServer", "SyncServerStore", hummingbird,
      hummingbirdTesting, logging,
    ]),
  tests(
    "SignInSite",
    [
      "OneTimeCodeStorage", "OneTimeCodes", "SecretMemory", "WebAuthnAuthenticator", "WebAuthnClient", "WebAuthnModel", "WebDomains",
      crypto,
      grdb, hummingbird, hummingbirdTesting,
    ]),
]

/// A whole provider as somebody else would write it: public products alone.
let demoProvider = Target.executableTarget(
  name: "DemoProvider",
  dependencies: [
    "AuthenticationServices", "CredentialProviderHost", "OneTimeCodes", "SecretMemory", "WebAuthnAuthenticator", "WebAuthnModel",
    "WebDomains", crypto,
  ],
  path: "Examples/DemoProvider", exclude: ["Info.plist"], swiftSettings: houseStyle)

/// The app of that provider, which leaves accounts for it: public products alone.
let demoProviderApp = Target.executableTarget(
  name: "DemoProviderApp", dependencies: ["CredentialProviderHost"], path: "Examples/DemoProviderApp", swiftSettings: houseStyle)

/// Providers for what people have already, each a bundle of its own as somebody else would write it: public products alone.
let providers: [Target] = [
  provider("PasswordStoreProvider", ["AuthenticationServices", "CredentialProviderHost", "OneTimeCodes", "SecretMemory", "WebDomains"]),
  provider("KeePassXCProvider", ["AuthenticationServices", "CSodium", "CredentialProviderHost", "SecretMemory"]),
  provider(
    "SecretServiceProvider", ["AuthenticationServices", "CDBus", "CGcrypt", "CredentialProviderHost", "SecretMemory", "WebDomains"]),
]

/// For fuzzing, what reads answers is a library, without the main program.
func provider(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  let path = "Providers/" + name
  return isFuzzed
    ? .target(name: name, dependencies: dependencies, path: path, exclude: ["Info.plist", "main.swift"], swiftSettings: houseStyle)
    : .executableTarget(name: name, dependencies: dependencies, path: path, exclude: ["Info.plist"], swiftSettings: houseStyle)
}

/// Faults on demand, for the tests of what the broker makes of them.
let misbehavingProvider = Target.executableTarget(
  name: "MisbehavingProvider", dependencies: ["BrokerProtocol", "LocalTransport", "SecretMemory"], path: "Tests/MisbehavingProvider",
  swiftSettings: houseStyle)

/// The fragments of Apple's page of this name as a program, for a session in which they succeed.
let supportingPasskeys = Target.executableTarget(
  name: "SupportingPasskeys", dependencies: ["AuthenticationServices", "WebAuthnModel", "WebAuthnRelyingParty", "WebDomains"],
  path: "Tests/SupportingPasskeys", swiftSettings: houseStyle)

/// Libraries for other packages. Each vends every module of ours whose types its interface shows; types of other packages that an interface
/// shows are exported by the module that shows them. `scripts/check-products` holds this list to the sources.
let libraryProducts: [Product] = [
  // For services.
  .library(name: "OneTimeCodes", targets: ["OneTimeCodes", "SecretMemory"]),
  .library(name: "OneTimeCodeStorage", targets: ["OneTimeCodeStorage", "OneTimeCodes", "SecretMemory"]),
  .library(name: "WebAuthnRelyingParty", targets: ["CanonicalCBOR", "WebAuthnModel", "WebAuthnRelyingParty", "WebDomains"]),
  // For credential providers.
  .library(name: "AuthenticationServices", targets: ["AuthenticationServices"]),
  .library(
    name: "CredentialProviderHost", targets: ["AuthenticationServices", "CredentialProviderHost", "PinentryPrompts", "SecretMemory"]),
  .library(name: "PasswordRules", targets: ["PasswordRules", "SecretMemory"]),
  // For apps.
  .library(name: "AutoFillTextFields", targets: ["AuthenticationServices", "AutoFillTextFields"]),
  // For authenticators and WebAuthn clients of other kinds.
  .library(
    name: "WebAuthnAuthenticator", targets: ["CanonicalCBOR", "SecretMemory", "WebAuthnAuthenticator", "WebAuthnModel", "WebDomains"]),
  .library(name: "WebAuthnClient", targets: ["CanonicalCBOR", "WebAuthnClient", "WebAuthnModel", "WebDomains"]),
  .library(name: "CanonicalCBOR", targets: ["CanonicalCBOR"]),
  .library(name: "SecretMemory", targets: ["SecretMemory"]),
]

let programProducts: [Product] =
  [
    "passfold", "passfold-broker", "passfold-browser-host", "passfold-export", "passfold-fetch", "passfold-import", "passfold-qr",
    "passfold-sync", "passfold-sync-server",
    "passfold-vault", "passfold-virtual-provider", "passfold-window", "SignInSite",
  ].map { .executable(name: $0, targets: [$0]) } + (isFuzzed ? [] : providers.map { .executable(name: $0.name, targets: [$0.name]) })

let libraryPackages: [Package.Dependency] = [
  .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
  .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
  .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
]

let programPackages: [Package.Dependency] = [
  .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
]

let libraries = foundation + values + ceremonies + [storage] + transport + faces

let programTargets =
  systemLibraries + programValues + secrets + [sync] + syncServer + [syncFolder] + system + [door, presentation, exchangeProcess] + programs
  + examples + providers
  + [measurements, soak, crashes, simulate, demoProvider, demoProviderApp, misbehavingProvider, supportingPasskeys] + testTargets

let package = Package(
  name: "passfold",
  products: libraryProducts + (isDependency ? [] : programProducts)
    + (isFuzzed
      ? ["VaultParsers", "SyncParsers", "ExchangeParsers", "HandoverParsers", "ProviderParsers"].map { .library(name: $0, targets: [$0]) }
      : []),
  traits: [.trait(name: "OneTimeCodeStorage", description: "The product of this name, which brings GRDB along.")],
  dependencies: libraryPackages + (isDependency ? [] : programPackages),
  targets: libraries + (isDependency ? [] : programTargets)
    + (isFuzzed ? [vaultParsers, syncParsers, exchangeParsers, handoverParsers, providerParsers] : [])
)
