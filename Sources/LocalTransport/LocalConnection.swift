// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import LocalEndpoint

import Dispatch
import Glibc
import SecretMemory

/// One conversation over a Unix socket: frames in, frames out, in order.
///
/// Unchecked: every mutable member is touched on `queue` alone, which the initialiser and the dispatch sources guarantee.
package final class LocalConnection: @unchecked Sendable {
  /// Who is at the other end, as the kernel recorded it; of an inherited pair, who made it.
  package let peer: PeerCredentials?
  /// The program that the peer ran when this connection was taken over; nil where it hid that already.
  package let peerProgram: FileIdentity?
  /// What the peer sends, for one consumer; ends when the peer closes, breaks a limit or this side closes.
  package let frames: AsyncStream<SocketFrame>

  /// Bytes that may wait for a peer that does not read before the conversation is given up.
  private static let unsentLimit = 4 * 1024 * 1024

  private let descriptor: CInt
  private let closed: @Sendable () -> Void
  private let queue = DispatchQueue(label: "passfold.connection")
  private let arrivals: AsyncStream<SocketFrame>.Continuation
  private let backlog = FrameBacklog()
  private let readable: any DispatchSourceRead
  private let writable: any DispatchSourceWrite
  private var reader = SocketFrameReader()
  private var unsent = UnsentFrames()
  private var writableIsSuspended = true
  private var readableIsSuspended = false
  private var isClosed = false
  private var closesWhenSent = false
  private var openSources = 2

  /// Connects to the server at `path`.
  package static func connect(toSocketAt path: String) throws(LocalTransportError) -> LocalConnection {
    do {
      return adopt(descriptor: try UnixSocket.connect(to: path))
    } catch {
      throw LocalTransportError(.endpointFailed, endpoint: error)
    }
  }

  /// Takes over a connected stream socket; the descriptor is closed with the connection.
  ///
  /// - Parameter closed: Called once when the descriptor has been closed.
  package static func adopt(descriptor: CInt, closed: @escaping @Sendable () -> Void = {}) -> LocalConnection {
    LocalConnection(descriptor: descriptor, closed: closed)
  }

  private init(descriptor: CInt, closed: @escaping @Sendable () -> Void) {
    self.descriptor = descriptor
    self.closed = closed
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    peer = PeerCredentials(descriptor: descriptor)
    peerProgram = peer.flatMap { FileIdentity.program(ofProcess: $0.process) }
    let (arrived, arrivals) = AsyncStream.makeStream(of: SocketFrame.self)
    self.arrivals = arrivals
    frames = AsyncStream(unfolding: { [backlog] in
      var iterator = arrived.makeAsyncIterator()
      guard let frame = await iterator.next() else { return nil }
      backlog.took(frame)
      return frame
    })
    readable = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    writable = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue)
    // The sources hold the connection until it closes, so it lives as long as the conversation does.
    readable.setEventHandler { self.receive() }
    writable.setEventHandler { self.transmit() }
    readable.setCancelHandler { self.sourceEnded() }
    writable.setCancelHandler { self.sourceEnded() }
    // A peer that says more than is heard waits at its own end, not in this process's memory.
    backlog.whenShort { [weak self] in
      guard let self else { return }
      queue.async { self.readOn() }
    }
    arrivals.onTermination = { [weak self] _ in self?.close() }
    readable.activate()
  }

  /// Sends one frame after those sent before it; a frame that is too large or comes after the end is dropped with the conversation.
  package func send(_ frame: SocketFrame) {
    send(making: { frame })
  }

  /// Sends one frame that is made on the conversation's own thread, so that the caller need not wait for it; none when it is nil.
  package func send(making makeFrame: @escaping @Sendable () -> SocketFrame?) {
    queue.async {
      guard !self.isClosed, !self.closesWhenSent, let frame = makeFrame() else { return }
      guard frame.json.count <= SocketFrameLimits.json, (frame.secret?.byteCount ?? 0) <= SocketFrameLimits.secret else {
        return self.end()
      }
      self.unsent.append(frame)
      guard self.unsent.byteCount <= Self.unsentLimit else { return self.end() }
      self.transmit()
    }
  }

  /// Whether the conversation has ended, at whichever end: what is sent from now on goes nowhere.
  package var isOver: Bool { queue.sync { isClosed } }

  /// Holds the process at the other end by a descriptor of its own, while the conversation is open; nil when the kernel gives none.
  package func peerProcess() -> PeerProcess? {
    queue.sync { isClosed ? nil : PeerProcess(atOtherEndOf: descriptor) }
  }

  /// Ends the conversation; frames sent before are still written.
  package func close() {
    queue.async {
      self.closesWhenSent = true
      if self.unsent.isEmpty { self.end() }
    }
  }

  private func receive() {
    while !isClosed {
      switch reader.step(descriptor) {
      case .frame(let frame):
        let isLong = backlog.added(frame)
        arrivals.yield(frame)
        if isLong { return pauseReading() }
      case .starved: return
      case .ended, .broken: end()
      }
    }
  }

  private func pauseReading() {
    guard !readableIsSuspended, !isClosed else { return }
    readableIsSuspended = true
    readable.suspend()
    // Should everything have been taken in between, nobody else would say so.
    if backlog.isShort { readOn() }
  }

  private func readOn() {
    guard readableIsSuspended else { return }
    readableIsSuspended = false
    readable.resume()
  }

  private func transmit() {
    guard !isClosed else { return }
    switch unsent.write(to: descriptor) {
    case .done:
      if !writableIsSuspended {
        writableIsSuspended = true
        writable.suspend()
      }
      if closesWhenSent { end() }
    case .blocked:
      if writableIsSuspended {
        writableIsSuspended = false
        writable.resume()
      }
    case .failed:
      end()
    }
  }

  private func end() {
    guard !isClosed else { return }
    isClosed = true
    unsent = UnsentFrames()
    arrivals.finish()
    readable.cancel()
    writable.cancel()
    readOn()
    if writableIsSuspended {
      writableIsSuspended = false
      writable.resume()
    }
  }

  private func sourceEnded() {
    openSources -= 1
    guard openSources == 0 else { return }
    // Not before: the sources would hear of a hang-up that is our own while they are taken down.
    shutdown(descriptor, CInt(SHUT_RDWR))
    Glibc.close(descriptor)
    closed()
  }
}
