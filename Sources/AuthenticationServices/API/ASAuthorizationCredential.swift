// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A possible result of an authorization.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
public protocol ASAuthorizationCredential: NSCopying, NSSecureCoding, NSObjectProtocol {}
