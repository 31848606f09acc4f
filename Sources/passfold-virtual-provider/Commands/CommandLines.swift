// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The lines of a descriptor, as they arrive, until it ends.
///
/// A line above the limit is no command: only one byte more than the limit is kept, so that the reader notices it.
package enum CommandLines {
  /// Reads on a separate thread, because a driver may wait as long as it likes.
  package static func read(_ descriptor: CInt, limit: Int) -> AsyncStream<[UInt8]> {
    let (lines, arrivals) = AsyncStream.makeStream(of: [UInt8].self)
    let thread = LineThread(descriptor: descriptor, limit: limit, arrivals: arrivals)
    thread.start()
    return lines
  }
}

/// Reads lines until the descriptor ends.
private struct LineThread {
  let descriptor: CInt
  let limit: Int
  let arrivals: AsyncStream<[UInt8]>.Continuation

  func start() {
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work { run() })
    let isStarted =
      pthread_create(
        &thread, nil,
        { context in
          context.map { Unmanaged<Work>.fromOpaque($0).takeRetainedValue().body() }
          return nil
        }, work.toOpaque()) == 0
    guard isStarted else {
      work.release()
      return arrivals.finish()
    }
    pthread_detach(thread)
  }

  private final class Work {
    let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }
  }

  private func run() {
    var line: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      for byte in chunk.prefix(count) {
        if byte == UInt8(ascii: "\n") {
          arrivals.yield(line)
          line.removeAll(keepingCapacity: true)
        } else if line.count <= limit {
          line.append(byte)
        }
      }
    }
    if !line.isEmpty { arrivals.yield(line) }
    arrivals.finish()
  }
}
