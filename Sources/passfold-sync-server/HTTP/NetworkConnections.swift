// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Synchronization

/// How many connections each network has open, none of them more than its part: who fills all places shuts everybody out.
package final class NetworkConnections: Sendable {
  private let most: Int
  private let counts = Mutex<[String: Int]>([:])

  /// Counts connections.
  /// - Parameter most: How many one network may have.
  package init(most: Int) { self.most = most }

  /// The part of one network, of all connections: an eighth, so that it takes eight networks to fill them. A device has three at most, so of
  /// 8 192 that is enough for 341 devices behind one address. A server of few connections leaves one network 16 all the same.
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

  /// Counts one connection from its beginning to its end, and ends it at once where its network has enough of them.
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
