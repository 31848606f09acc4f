// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import LocalEndpoint

import Dispatch
import Glibc
import SecretMemory

/// A conversation over a Unix socket: frames in both directions, in order.
///
/// Unchecked: every mutable property is accessed only on `queue`, which the initialiser and the dispatch sources ensure.
package final class LocalConnection: @unchecked Sendable {
  /// The process at the other end, as recorded by the kernel; for an inherited socket pair, the process that created it.
  package let peer: PeerCredentials?
  /// The program that the peer ran when this connection was taken over; nil if it was hidden even then.
  package let peerProgram: FileIdentity?
  /// The peer's frames, for one consumer. Ends when the peer closes, violates a limit, or this side closes.
  package let frames: AsyncStream<SocketFrame>

  /// The number of bytes waiting for a peer that does not read above which the conversation is ended.
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

  /// Takes over a connected stream socket. The descriptor is closed with the connection.
  ///
  /// - Parameter closed: Called once, after the descriptor has been closed.
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
    // The sources retain the connection until it closes, so it lives as long as the conversation.
    readable.setEventHandler { self.receive() }
    writable.setEventHandler { self.transmit() }
    readable.setCancelHandler { self.sourceEnded() }
    writable.setCancelHandler { self.sourceEnded() }
    // If a peer sends faster than its frames are processed, the data wait at its end, not in this process's memory.
    backlog.whenShort { [weak self] in
      guard let self else { return }
      queue.async { self.readOn() }
    }
    arrivals.onTermination = { [weak self] _ in self?.close() }
    readable.activate()
  }

  /// Sends a frame after those sent before. A frame that is too large ends the conversation; a frame after the end is dropped.
  package func send(_ frame: SocketFrame) {
    send(making: { frame })
  }

  /// Sends a frame that is created on the conversation's own queue, so that the caller need not wait for it; nothing is sent if it is nil.
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

  /// Whether the conversation has ended at either end. Anything sent from now on is lost.
  package var isOver: Bool { queue.sync { isClosed } }

  /// Returns a handle for the process at the other end, while the conversation is open; nil if the kernel provides none.
  package func peerProcess() -> PeerProcess? {
    queue.sync { isClosed ? nil : PeerProcess(atOtherEndOf: descriptor) }
  }

  /// Ends the conversation after writing the frames sent before.
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
    // If everything was processed in between, no other call would resume reading.
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
    // Only now: the sources would otherwise report this side's own hang-up while they are being cancelled.
    shutdown(descriptor, CInt(SHUT_RDWR))
    Glibc.close(descriptor)
    closed()
  }
}
