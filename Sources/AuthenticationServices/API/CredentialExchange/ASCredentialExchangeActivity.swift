// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The type of the activity by which an importing manager is told that credentials wait for it; ``ASCredentialImportToken`` names its token.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public let ASCredentialExchangeActivity = "ASCredentialExchangeActivityType"

/// The key under which an activity's `userInfo` has the token, a `UUID`, for ``ASCredentialImportManager/importCredentials(token:)``.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public let ASCredentialImportToken = "ASCredentialImportToken"
