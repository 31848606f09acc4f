// swift-tools-version: 6.2
// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// The style of the main package. The sanitizers are on the command line of scripts/fuzz, so that they apply to the libraries under test.
let houseStyle: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

func fuzzer(_ name: String, _ products: [String]) -> Target {
  .executableTarget(
    name: name, dependencies: ["FuzzDriver"] + products.map { .product(name: $0, package: "passfold") },
    swiftSettings: houseStyle + [.unsafeFlags(["-parse-as-library"])])
}

let package = Package(
  name: "passfold-fuzzing",
  dependencies: [.package(name: "passfold", path: "..")],
  targets: [
    .target(name: "CFuzzDriver"),
    .target(name: "FuzzDriver", dependencies: ["CFuzzDriver"], swiftSettings: houseStyle),
    fuzzer("FuzzCBOR", ["CanonicalCBOR"]),
    fuzzer("FuzzSetupURL", ["OneTimeCodes", "SecretMemory"]),
    fuzzer("FuzzPasswordRules", ["PasswordRules", "SecretMemory"]),
    fuzzer("FuzzWebDomains", ["WebAuthnClient"]),
    fuzzer("FuzzWebAuthnClient", ["WebAuthnClient"]),
    fuzzer("FuzzWellKnown", ["WebAuthnClient"]),
    fuzzer("FuzzCTAP2", ["CanonicalCBOR", "WebAuthnAuthenticator"]),
    fuzzer("FuzzAttestationObject", ["CanonicalCBOR", "WebAuthnClient"]),
    fuzzer("FuzzAttestationStatement", ["CanonicalCBOR", "WebAuthnRelyingParty"]),
    fuzzer("FuzzAuthenticatorData", ["WebAuthnClient"]),
    fuzzer("FuzzClientData", ["WebAuthnClient"]),
    fuzzer("FuzzCOSEKey", ["WebAuthnClient"]),
    fuzzer("FuzzResponses", ["WebAuthnClient"]),
    fuzzer("FuzzCertificate", ["WebAuthnRelyingParty"]),
    fuzzer("FuzzMetadata", ["WebAuthnRelyingParty"]),
    // The vault's own parsers are not products. The main package has them only for PASSFOLD_FUZZING, which scripts/fuzz sets.
    fuzzer("FuzzVaultFiles", ["VaultParsers"]),
    fuzzer("FuzzVaultRecords", ["VaultParsers"]),
    fuzzer("FuzzCommits", ["VaultParsers"]),
    fuzzer("FuzzMembershipLog", ["VaultParsers"]),
    fuzzer("FuzzMerges", ["VaultParsers"]),
    fuzzer("FuzzEnrolment", ["VaultParsers"]),
    // Nor are the sync server's.
    fuzzer("FuzzSyncBodies", ["SyncParsers"]),
    fuzzer("FuzzSyncCursors", ["SyncParsers"]),
    fuzzer("FuzzSyncFolder", ["VaultParsers"]),
    fuzzer("FuzzSyncAnswers", ["VaultParsers"]),
    // Nor are the readers of foreign files.
    fuzzer("FuzzImport", ["ExchangeParsers"]),
    fuzzer("FuzzCarriage", ["ExchangeParsers"]),
    // Nor are the messages on the broker's socket.
    fuzzer("FuzzHandover", ["HandoverParsers"]),
    // Nor are other password managers' answers to their providers, and the text typed into a provider's form.
    fuzzer("FuzzKeyring", ["ProviderParsers"]),
    fuzzer("FuzzKeePassXC", ["ProviderParsers"]),
    fuzzer("FuzzPasswordStore", ["ProviderParsers"]),
    fuzzer("FuzzTypedTexts", ["ProviderParsers"]),
  ]
)
