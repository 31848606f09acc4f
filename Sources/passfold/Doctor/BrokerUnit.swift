// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalEndpoint

/// How the broker comes to run in this session.
package enum BrokerUnit: Hashable, Sendable {
  /// The first program that needs it starts it: systemd does not manage the session, or this installation has no unit.
  case none
  /// There is a unit, and systemd does not listen.
  case asleep
  /// systemd listens, and starts it for the first that connects.
  case listening

  private static let name = "passfold-broker.socket"

  /// Looks for the unit of an installation, and who listens at the broker's socket.
  init(of installation: Installation, folder: RuntimeFolder, variable: (String) -> String? = environmentVariable) {
    guard ServiceManager.managesSession(variable),
      ["/lib/systemd/user/", "/share/systemd/user/"].contains(where: { access(installation.prefix + $0 + Self.name, R_OK) == 0 })
    else {
      self = .none
      return
    }
    self = Self.managerListens(at: folder.brokerSocket) ? .listening : .asleep
  }

  /// Whether the process that opened a socket is a service manager; the kernel names to whoever connects the process that made the socket listen.
  private static func managerListens(at path: String) -> Bool {
    guard let descriptor = try? UnixSocket.connect(to: path) else { return false }
    defer { close(descriptor) }
    guard let peer = PeerCredentials(descriptor: descriptor), peer.isOwnUser else { return false }
    return peer.executable?.hasSuffix("/systemd") == true
  }
}
