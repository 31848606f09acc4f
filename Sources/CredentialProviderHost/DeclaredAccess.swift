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
  ///
  /// For a program on the session's bus it is the socket of a bus of D-Bus's protocol, behind which the declared members of that program are and
  /// nothing else.
  public static func path(_ name: String) -> String? {
    let path = environmentVariable("PASSFOLD_ACCESS_" + name.uppercased())
    return path.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// Why there is no place for a declared program on the session's bus; nil where there is one, and for other kinds.
  public static func absence(_ name: String) -> Absence? {
    switch environmentVariable("PASSFOLD_ACCESS_" + name.uppercased()) {
    case "missing:filter": .busFilter
    case "missing:bus": .bus
    default: nil
    }
  }

  /// What is missing; the set may grow.
  public struct Absence: Hashable, Sendable {
    private let name: String

    /// The session has no bus of its own.
    public static let bus = Absence(name: "bus")
    /// The program is missing by which Passfold lets a part of the bus through (xdg-dbus-proxy): there is no bus without it.
    public static let busFilter = Absence(name: "busFilter")
  }
}
