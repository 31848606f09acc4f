// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The window that a request belongs to. On Linux, the system shows its own windows, so any window will do.
@available(iOS 12.0, macOS 10.15, visionOS 1.0, *)
public typealias ASPresentationAnchor = UIWindow
