// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import Glibc

/// The session's bus as providers may have it: behind xdg-dbus-proxy, the filter that Flatpak puts there, and never without.
package enum SessionBus: Sendable, Hashable {
  /// There is a bus and its filter.
  case filtered(BusFilter)
  /// There is no filter, so no provider gets the bus.
  case filterMissing
  /// The session has no bus of its own that a socket leads to.
  case busMissing

  /// Looks at a session.
  ///
  /// - Parameters:
  ///   - environment: The session's variables; without `DBUS_SESSION_BUS_ADDRESS` the bus is where systemd has it, `$XDG_RUNTIME_DIR/bus`.
  ///   - folder: Where the filter's socket for one process shall be.
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

  /// What is there, without the folder of one process.
  var look: String {
    if case .filtered(let filter) = self { filter.program + " " + filter.bus.address } else { variable }
  }

  /// What a provider finds in its variable: the filter's socket, or which half is missing.
  var variable: String {
    switch self {
    case .filtered(let filter): filter.socket
    case .filterMissing: "missing:filter"
    case .busMissing: "missing:bus"
    }
  }
}

/// xdg-dbus-proxy for one provider's process: what it lets through, and where it listens.
package struct BusFilter: Sendable, Hashable {
  /// Where a bus listens (D-Bus specification, "Server Addresses"); other transports than Unix sockets are no session's.
  package struct Place: Sendable, Hashable {
    /// The one address that is used.
    package let address: String
    /// Its socket's path; nil for one without a file, which is reached by the network's namespace.
    package let path: String?

    /// The first address of a list that is a Unix socket; nil where there is none.
    package init?(_ list: String) {
      for address in list.split(separator: ";") {
        let pairs = address.drop { $0 != ":" }.dropFirst().split(separator: ",")
        guard address.hasPrefix("unix:") else { continue }
        if let path = pairs.first(where: { $0.hasPrefix("path=") }), let path = Self.unescaped(path.dropFirst(5)), path.hasPrefix("/") {
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

    /// A value with its `%XX`; nil for one that is written wrongly.
    private static func unescaped(_ text: Substring) -> String? {
      var bytes: [UInt8] = []
      var rest = text.utf8[...]
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
          bytes.append(byte)
          continue
        }
        // Digits alone: what reads numbers reads a sign, too.
        let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == 2, digits != [0, 0] else { return nil }
        bytes.append(UInt8(digits[0] * 16 + digits[1]))
        rest = rest.dropFirst(2)
      }
      return String(validating: bytes, as: UTF8.self)
    }
  }

  /// The filter's program.
  package let program: String
  /// The bus behind it.
  package let bus: Place
  /// The folder of its socket, for one process of a provider.
  package let folder: String

  /// Describes a filter.
  package init(program: String, bus: Place, folder: String) {
    (self.program, self.bus, self.folder) = (program, bus, folder)
  }

  /// Where the filter listens.
  package var socket: String { folder + "/socket" }
  /// Where it says that it listens, to whoever waits with the provider's start.
  var ready: String { folder + "/ready" }

  /// The words that let declared members of declared names through, and nothing else.
  ///
  /// `--call` alone: `--talk` would open every interface of the program that has the name, and a keyring's has others than the declared.
  func arguments(for access: [ProviderAccess]) -> [String] {
    let rules = access.filter { $0.kind == .bus }.flatMap { access in
      access.members.map { "\($0.kind == .method ? "--call" : "--broadcast")=\(access.path)=\($0.name)@\($0.object)" }
    }
    return [bus.address, socket, "--filter"] + rules
  }
}
