// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Synchronization

/// The number of open connections of each network, limited to its share, so that no network can fill all places and block others.
package final class NetworkConnections: Sendable {
  private let most: Int
  private let counts = Mutex<[String: Int]>([:])

  /// Creates a counter.
  /// - Parameter most: The maximum number for one network.
  package init(most: Int) { self.most = most }

  /// Returns the share of one network: an eighth of all connections, so that it takes eight networks to fill them. A device has at most
  /// three, so of 8 192 that is enough for 341 devices with one address. A server with few connections still allows a network 16.
  package static func part(of connections: Int) -> Int { max(connections / 8, 16) }

  fileprivate func open(_ network: String) -> Bool {
    counts.withLock { counts in
      guard counts[network, default: 0] < most else { return false }
      counts[network, default: 0] += 1
      return true
    }
  }

  fileprivate func close(_ network: String) {
    counts.withLock { counts in
      let left = counts[network, default: 0] - 1
      counts[network] = left > 0 ? left : nil
    }
  }

  /// Counts one connection from its start to its end, and closes it immediately if its network has enough.
  final class Place: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    private let connections: NetworkConnections
    private var network: String?

    init(among connections: NetworkConnections) { self.connections = connections }

    func handlerAdded(context: ChannelHandlerContext) { if context.channel.isActive { take(context) } }

    func channelActive(context: ChannelHandlerContext) {
      take(context)
      context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
      giveBack()
      context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { giveBack() }

    private func take(_ context: ChannelHandlerContext) {
      guard network == nil, let address = context.channel.remoteAddress?.ipAddress else { return }
      let name = ClientNetwork.name(of: address)
      guard connections.open(name) else { return context.close(promise: nil) }
      network = name
    }

    private func giveBack() {
      if let network { connections.close(network) }
      network = nil
    }
  }
}
