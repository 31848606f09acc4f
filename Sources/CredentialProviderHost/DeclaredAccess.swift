// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LocalEndpoint

/// The locations outside the provider's own folder that its `Info.plist` declares under `PassfoldProviderAccess`.
///
/// The user agrees to them when enabling the provider. A location that does not exist when the process starts is not in its sandbox. When a
/// location has appeared, disappeared or been replaced, the system restarts the process before its next request.
public enum DeclaredAccess {
  /// Returns the path of a declared location in this session, by its `Name`; nil if the session has none. It need not exist.
  ///
  /// For a program on the session's bus, it is the socket of a D-Bus bus that offers only that program's declared members.
  public static func path(_ name: String) -> String? {
    let path = environmentVariable("PASSFOLD_ACCESS_" + name.uppercased())
    return path.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// Returns the reason why a declared program on the session's bus has no location; nil if it has one, and for other kinds.
  public static func absence(_ name: String) -> Absence? {
    switch environmentVariable("PASSFOLD_ACCESS_" + name.uppercased()) {
    case "missing:filter": .busFilter
    case "missing:bus": .bus
    default: nil
    }
  }

  /// The missing component. The set may grow.
  public struct Absence: Hashable, Sendable {
    private let name: String

    /// The session has no bus.
    public static let bus = Absence(name: "bus")
    /// The program that gives providers access to a part of the bus is missing (xdg-dbus-proxy). Without it, there is no bus.
    public static let busFilter = Absence(name: "busFilter")
  }
}
