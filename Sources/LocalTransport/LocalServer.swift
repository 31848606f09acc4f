// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalEndpoint
import Dispatch
import Glibc
import Synchronization

/// Accepts conversations at a Unix socket from this machine's own user and nobody else.
///
/// Unchecked: the only mutable state is the dispatch source's own.
package final class LocalServer: @unchecked Sendable {
  /// Who connects, in order, for one consumer; a peer of another user is turned away before it is seen here.
  package let connections: AsyncStream<LocalConnection>

  /// Conversations at once; whoever comes then is turned away, so that this process keeps descriptors for its work.
  package static let conversationLimit = 256

  private let source: any DispatchSourceRead
  private let path: String

  /// Listens at `path`; the caller holds the endpoint's lock.
  package static func listen(at path: String) throws(LocalTransportError) -> LocalServer {
    do {
      return LocalServer(descriptor: try UnixSocket.listen(at: path), path: path)
    } catch {
      throw LocalTransportError(.endpointFailed, endpoint: error)
    }
  }

  private init(descriptor: CInt, path: String) {
    self.path = path
    let (connections, arrivals) = AsyncStream.makeStream(of: LocalConnection.self)
    self.connections = connections
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: DispatchQueue(label: "passfold.server"))
    let conversations = OpenConversations()
    source.setEventHandler {
      while true {
        let accepted = accept(descriptor, nil, nil)
        guard accepted >= 0 else {
          // Where there is no descriptor left, those who wait are announced again and again; they wait as well a little later.
          if errno == EMFILE || errno == ENFILE { usleep(50_000) }
          return
        }
        guard let peer = PeerCredentials(descriptor: accepted), peer.isOwnUser, conversations.begin(atMost: Self.conversationLimit) else {
          Glibc.close(accepted)
          continue
        }
        arrivals.yield(LocalConnection.adopt(descriptor: accepted) { conversations.end() })
      }
    }
    source.setCancelHandler {
      Glibc.close(descriptor)
      arrivals.finish()
    }
    source.activate()
  }

  /// Stops accepting and removes the socket; conversations that run go on.
  package func close() {
    unlink(path)
    source.cancel()
  }
}

/// How many conversations of a server go on.
private final class OpenConversations: Sendable {
  private let count = Mutex(0)

  /// Counts one more, unless there are so many.
  func begin(atMost limit: Int) -> Bool {
    count.withLock { count in
      guard count < limit else { return false }
      count += 1
      return true
    }
  }

  func end() { count.withLock { $0 -= 1 } }
}
