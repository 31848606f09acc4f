// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import Glibc
import LocalFiles

/// The session bus as providers may use it: only through xdg-dbus-proxy, the filter that Flatpak uses.
package enum SessionBus: Sendable, Hashable {
  /// There is a bus and its filter.
  case filtered(BusFilter)
  /// There is no filter, so no provider gets the bus.
  case filterMissing
  /// The session has no bus of its own with a socket.
  case busMissing

  /// Examines a session.
  ///
  /// - Parameters:
  ///   - environment: The session's variables; without `DBUS_SESSION_BUS_ADDRESS` the bus is at systemd's place, `$XDG_RUNTIME_DIR/bus`.
  ///   - folder: The folder for the filter's socket for one process.
  package init(environment: [String: String], folder: String) {
    let usual = environment["XDG_RUNTIME_DIR"].map { "unix:path=" + $0 + "/bus" }
    guard let address = environment["DBUS_SESSION_BUS_ADDRESS"] ?? usual, let place = BusFilter.Place(address) else {
      self = .busMissing
      return
    }
    let programs = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map { String($0) + "/xdg-dbus-proxy" }
    guard let program = programs.first(where: { $0.hasPrefix("/") && access($0, X_OK) == 0 }) else {
      self = .filterMissing
      return
    }
    self = .filtered(BusFilter(program: program, bus: place, folder: folder))
  }

  /// A description of the bus and the filter, without the folder of one process.
  var look: String {
    if case .filtered(let filter) = self { filter.program + " " + filter.bus.address } else { variable }
  }

  /// The value of the provider's variable: the filter's socket, or the missing half.
  var variable: String {
    switch self {
    case .filtered(let filter): filter.socket
    case .filterMissing: "missing:filter"
    case .busMissing: "missing:bus"
    }
  }
}

/// xdg-dbus-proxy for one provider's process: the members that it lets through, and its socket.
package struct BusFilter: Sendable, Hashable {
  /// The place where a bus listens (D-Bus specification, "Server Addresses"); a session bus only uses Unix sockets.
  package struct Place: Sendable, Hashable {
    /// The one address that is used.
    package let address: String
    /// Its socket's path; nil for an abstract socket, which is reached through the network namespace.
    package let path: String?

    /// Creates a place from the first address of a list that is a Unix socket; nil if there is none.
    package init?(_ list: String) {
      for address in list.split(separator: ";") {
        let pairs = address.drop { $0 != ":" }.dropFirst().split(separator: ",")
        guard address.hasPrefix("unix:") else { continue }
        if let path = pairs.first(where: { $0.hasPrefix("path=") }), let path = PercentEncodedPath.decoded(path.dropFirst(5)),
          path.hasPrefix("/")
        {
          (self.address, self.path) = (String(address), path)
          return
        }
        if pairs.contains(where: { $0.hasPrefix("abstract=") }) {
          (self.address, self.path) = (String(address), nil)
          return
        }
      }
      return nil
    }
  }

  /// The filter's program.
  package let program: String
  /// The bus behind it.
  package let bus: Place
  /// The folder of its socket, for one process of a provider.
  package let folder: String

  /// Creates a description of a filter.
  package init(program: String, bus: Place, folder: String) {
    (self.program, self.bus, self.folder) = (program, bus, folder)
  }

  /// The path of the filter's socket.
  package var socket: String { folder + "/socket" }
  /// The path at which it reports that it listens, for the provider's waiting start.
  var ready: String { folder + "/ready" }

  /// Returns the arguments that let only declared members of declared names through.
  ///
  /// Only `--call`: `--talk` would open every interface of the program that has the name, and a keyring has others besides the declared
  /// ones.
  func arguments(for access: [ProviderAccess]) -> [String] {
    let rules = access.filter { $0.kind == .bus }.flatMap { access in
      access.members.map { "\($0.kind == .method ? "--call" : "--broadcast")=\(access.path)=\($0.name)@\($0.object)" }
    }
    return [bus.address, socket, "--filter"] + rules
  }
}
