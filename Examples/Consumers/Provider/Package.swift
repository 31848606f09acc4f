// swift-tools-version: 6.2
// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// The address of a clone that `scripts/check-consumers` creates.
let package = Package(
  name: "Provider",
  dependencies: [.package(url: "file://PASSFOLD", from: "0.0.1")],
  targets: [
    .executableTarget(
      name: "Provider",
      dependencies: [
        .product(name: "CredentialProviderHost", package: "passfold"),
        .product(name: "PasswordRules", package: "passfold"),
      ], swiftSettings: [.enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error)])
  ]
)
