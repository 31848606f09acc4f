// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The window that belongs to a request; on Linux the system draws its own, so any will do.
@available(iOS 12.0, macOS 10.15, visionOS 1.0, *)
public typealias ASPresentationAnchor = UIWindow
