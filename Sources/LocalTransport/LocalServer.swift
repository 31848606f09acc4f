// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalEndpoint
import Dispatch
import Glibc
import Synchronization

/// Accepts conversations on a Unix socket, only from this process's own user.
///
/// Unchecked: the only mutable state is that of the dispatch source.
package final class LocalServer: @unchecked Sendable {
  /// The accepted connections, in order, for one consumer. Peers of other users are rejected beforehand.
  package let connections: AsyncStream<LocalConnection>

  /// The maximum number of simultaneous conversations. Further ones are rejected, so that this process keeps descriptors for its work.
  package static let conversationLimit = 256

  private let source: any DispatchSourceRead
  private let queue = DispatchQueue(label: "passfold.server")
  private let conversations = OpenConversations()
  /// The socket's file; nil if another process opened the socket and continues to listen.
  private let file: (path: String, identity: FileIdentity)?

  /// Listens at `path`. The caller must hold the endpoint's lock.
  package static func listen(at path: String) throws(LocalTransportError) -> LocalServer {
    do {
      return LocalServer(descriptor: try UnixSocket.listen(at: path), path: path)
    } catch {
      throw LocalTransportError(.endpointFailed, endpoint: error)
    }
  }

  /// Accepts on a socket that a service manager opened and keeps (see `ActivationSocket`). The caller must hold the endpoint's lock.
  package static func serve(activated descriptor: CInt) -> LocalServer { LocalServer(descriptor: descriptor, path: nil) }

  /// The number of conversations so far, and the number of open ones.
  package var traffic: (begun: Int, open: Int) { conversations.counts }

  private init(descriptor: CInt, path: String?) {
    file = path.flatMap { path in FileIdentity(ofSocketAt: path).map { (path, $0) } }
    let (connections, arrivals) = AsyncStream.makeStream(of: LocalConnection.self)
    self.connections = connections
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    let conversations = conversations
    source.setEventHandler {
      while true {
        let accepted = accept(descriptor, nil, nil)
        guard accepted >= 0 else {
          // If no descriptors are left, waiting peers are reported again and again, so wait a little.
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

  /// Stops accepting and removes the socket. Open conversations continue.
  package func close() {
    // A service manager may have created its own socket there meanwhile.
    if let file, FileIdentity(ofSocketAt: file.path) == file.identity { unlink(file.path) }
    source.cancel()
  }

  /// Stops accepting unless a conversation is open. Peers that connect afterwards wait at the socket for the next process.
  ///
  /// - Returns: Whether it stopped.
  package func closeIfNobodyConverses() -> Bool {
    queue.sync {
      guard conversations.counts.open == 0 else { return false }
      close()
      return true
    }
  }
}

/// The conversations of a server that are still open.
private final class OpenConversations: Sendable {
  private let state = Mutex((begun: 0, open: 0))

  var counts: (begun: Int, open: Int) { state.withLock { $0 } }

  /// Counts another conversation unless the limit is reached.
  func begin(atMost limit: Int) -> Bool {
    state.withLock { state in
      guard state.open < limit else { return false }
      state.begun += 1
      state.open += 1
      return true
    }
  }

  func end() { state.withLock { $0.open -= 1 } }
}
