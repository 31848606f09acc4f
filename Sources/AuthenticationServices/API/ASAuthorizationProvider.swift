// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An object that creates requests of one kind and identifies them in the result.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
public protocol ASAuthorizationProvider: NSObjectProtocol {}
