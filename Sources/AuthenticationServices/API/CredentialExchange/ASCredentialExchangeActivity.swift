// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The type of the activity that notifies an importing manager of waiting credentials. ``ASCredentialImportToken`` is the key of its token.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public let ASCredentialExchangeActivity = "ASCredentialExchangeActivityType"

/// The key of the token in an activity's `userInfo`: a `UUID` for ``ASCredentialImportManager/importCredentials(token:)``.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public let ASCredentialImportToken = "ASCredentialImportToken"
