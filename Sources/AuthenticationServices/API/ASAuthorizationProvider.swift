// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What makes requests of one kind and is named by their outcome.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
public protocol ASAuthorizationProvider: NSObjectProtocol {}
