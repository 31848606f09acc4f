// swift-tools-version: 6.2
// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// The address of a clone that `scripts/check-consumers` creates.
let package = Package(
  name: "PasskeyService",
  dependencies: [.package(url: "file://PASSFOLD", from: "0.0.1")],
  targets: [
    .executableTarget(
      name: "PasskeyService",
      dependencies: [
        .product(name: "WebAuthnRelyingParty", package: "passfold"),
        .product(name: "WebAuthnClient", package: "passfold"),
        .product(name: "WebAuthnAuthenticator", package: "passfold"),
      ], swiftSettings: [.enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error)])
  ]
)
