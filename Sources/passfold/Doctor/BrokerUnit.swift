// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalEndpoint

/// The way in which the broker is started in this session.
package enum BrokerUnit: Hashable, Sendable {
  /// The first program that needs it starts it: systemd does not manage the session, or this installation has no unit.
  case none
  /// There is a unit, but systemd does not listen.
  case asleep
  /// systemd listens, and starts the broker for the first connection.
  case listening

  private static let name = "passfold-broker.socket"

  /// Finds the unit of an installation and the process that listens at the broker's socket.
  init(of installation: Installation, folder: RuntimeFolder, variable: (String) -> String? = environmentVariable) {
    guard ServiceManager.managesSession(variable),
      ["/lib/systemd/user/", "/share/systemd/user/"].contains(where: { access(installation.prefix + $0 + Self.name, R_OK) == 0 })
    else {
      self = .none
      return
    }
    self = Self.managerListens(at: folder.brokerSocket) ? .listening : .asleep
  }

  /// Whether the process that opened a socket is a service manager; the kernel reports the process that called `listen`.
  private static func managerListens(at path: String) -> Bool {
    guard let descriptor = try? UnixSocket.connect(to: path) else { return false }
    defer { close(descriptor) }
    guard let peer = PeerCredentials(descriptor: descriptor), peer.isOwnUser else { return false }
    return peer.executable?.hasSuffix("/systemd") == true
  }
}
