// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LocalEndpoint

/// The places outside the provider's own folder that its `Info.plist` declares under `PassfoldProviderAccess`.
///
/// The person agrees to them when they enable the provider. What is not there when the process starts is not in its sandbox either; the system
/// starts the process anew before its next request when something came, went or was replaced.
public enum DeclaredAccess {
  /// Where a declared place is in this session, by its `Name`; nil where the session has none. Nothing need be there.
  public static func path(_ name: String) -> String? {
    let path = environmentVariable("PASSFOLD_ACCESS_" + name.uppercased())
    return path.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}
