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
  private let queue = DispatchQueue(label: "passfold.server")
  private let conversations = OpenConversations()
  /// The socket's file; nil where somebody else opened the socket and goes on listening.
  private let file: (path: String, identity: FileIdentity)?

  /// Listens at `path`; the caller holds the endpoint's lock.
  package static func listen(at path: String) throws(LocalTransportError) -> LocalServer {
    do {
      return LocalServer(descriptor: try UnixSocket.listen(at: path), path: path)
    } catch {
      throw LocalTransportError(.endpointFailed, endpoint: error)
    }
  }

  /// Accepts at a socket that a service manager opened and keeps (see `ActivationSocket`); the caller holds the endpoint's lock.
  package static func serve(activated descriptor: CInt) -> LocalServer { LocalServer(descriptor: descriptor, path: nil) }

  /// How many have conversed so far, and how many of them still do.
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
    // A service manager may have put its own in the place since.
    if let file, FileIdentity(ofSocketAt: file.path) == file.identity { unlink(file.path) }
    source.cancel()
  }

  /// Stops accepting unless a conversation goes on; who connects afterwards waits at the socket for the next process.
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

/// How many conversations of a server go on.
private final class OpenConversations: Sendable {
  private let state = Mutex((begun: 0, open: 0))

  var counts: (begun: Int, open: Int) { state.withLock { $0 } }

  /// Counts one more, unless there are so many.
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
