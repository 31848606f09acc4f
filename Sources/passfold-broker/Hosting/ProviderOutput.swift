// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
package import Logging

/// The standard output and error of a provider, on their way into the broker's log: complete lines, up to a maximum number.
///
/// Unchecked: every mutable member is only accessed on `queue`.
package final class ProviderOutput: @unchecked Sendable {
  /// The maximum number of lines of one process that reach the log.
  package static let lineLimit = 200
  /// The maximum number of bytes of one line.
  private static let lengthLimit = 400

  private let identifier: String
  private let logger: Logger
  private let queue = DispatchQueue(label: "passfold.provider-output")
  private let source: any DispatchSourceRead
  private var line: [UInt8] = []
  private var lines = 0
  private var lastLine: String?

  /// Creates a pipe and starts to read it; a socket pair, because it is close-on-exec from the start.
  ///
  /// - Returns: The end for the provider, which the caller closes once the provider has it; nil if no pipe can be created.
  package static func open(for identifier: String, logger: Logger) -> (output: ProviderOutput, end: CInt)? {
    var ends: [CInt] = [-1, -1]
    guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0, let reading = ends.first,
      let writing = ends.last
    else { return nil }
    _ = fcntl(reading, F_SETFL, fcntl(reading, F_GETFL) | O_NONBLOCK)
    return (ProviderOutput(identifier: identifier, descriptor: reading, logger: logger), writing)
  }

  private init(identifier: String, descriptor: CInt, logger: Logger) {
    self.identifier = identifier
    self.logger = logger
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { self.read(descriptor) }
    source.setCancelHandler { close(descriptor) }
    source.activate()
  }

  /// Stops reading, because there is no process.
  func stop() { queue.async { self.source.cancel() } }

  /// Reads the remaining output of the ended process and stops; does not wait for a child of it that still writes.
  ///
  /// - Returns: The last line that it wrote.
  package func finish() async -> String? {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        var reads = 0
        // Reads the contents of the pipe's buffer, but not everything that a child may continue to write.
        while reads < 64, !source.isCancelled, read(CInt(source.handle)) { reads += 1 }
        if !source.isCancelled { say() }
        source.cancel()
        continuation.resume(returning: lastLine)
      }
    }
  }

  @discardableResult
  private func read(_ descriptor: CInt) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count > 0 else {
      if count == 0 {
        say()
        source.cancel()
      } else if errno != EAGAIN && errno != EINTR {
        source.cancel()
      }
      return false
    }
    for byte in bytes.prefix(count) {
      if byte == UInt8(ascii: "\n") {
        say()
      } else if line.count < Self.lengthLimit {
        line.append(byte)
      }
    }
    return true
  }

  private func say() {
    defer { line = [] }
    // Lines from the same read may follow the last line that is logged.
    guard !line.isEmpty, !source.isCancelled else { return }
    lines += 1
    guard lines <= Self.lineLimit else {
      // From here on the pipe is not read: a provider that continues to write only blocks itself.
      logger.warning("provider says too much; the rest is not logged", metadata: ["provider": "\(identifier)"])
      return source.cancel()
    }
    let scalars = String(decoding: line, as: UTF8.self).unicodeScalars.filter {
      !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 0x20
    }
    let text = String(String.UnicodeScalarView(scalars))
    lastLine = text
    logger.notice("provider says", metadata: ["provider": "\(identifier)", "text": "\(text)"])
  }
}
