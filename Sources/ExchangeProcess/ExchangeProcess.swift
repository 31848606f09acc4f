// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialExchange
import ExchangeFormats
import Glibc
import SecretMemory
import SystemCallFilter

/// A process that gets one order on standard input, computes, and gives one answer on standard output: it can do nothing else.
package enum ExchangeProcess {
  /// How an exchange without an answer ends.
  private enum Status {
    static let sandboxUnavailable: CInt = 70
    static let noOrder: CInt = 65
    static let hungUp: CInt = 74
  }

  /// The longest order, in bytes.
  private static let longestOrder = 1 << 30
  /// The most memory: a key may take 1 GiB, and a file lies in it with all that is made of it.
  private static let addressSpace: UInt = 6 << 30
  /// The most processor time, in seconds.
  private static let processorSeconds: UInt = 580

  /// Gives up everything but computing, takes the order, and writes what `answer` makes of it.
  package static func run(_ answer: (UnsafeRawBufferPointer) -> CarriageWriter) -> Never {
    // Whoever started us may have forgotten a descriptor; nothing here uses more than the first three.
    closefrom(3)
    signal(SIGPIPE, SIG_IGN)
    ProcessHardening.apply()
    // What the libraries read of the system they read before.
    guard CipherLibrary.isReady, lockIn() else { exit(Status.sandboxUnavailable) }
    guard let order = order() else { exit(Status.noOrder) }
    let written = order.withBytes(answer)
    exit(written.withPieces(write) ? 0 : Status.hungUp)
  }

  /// No file can be opened from here on, no socket made, no program started, no memory made executable (as in `passfold-qr`).
  private static func lockIn() -> Bool {
    SystemCallFilter.limit(RLIMIT_AS, to: addressSpace)
    SystemCallFilter.limit(RLIMIT_CPU, to: processorSeconds)
    SystemCallFilter.limit(RLIMIT_NOFILE, to: 3)
    do throws(SystemCallFilter.Unavailable) {
      let filter = try SystemCallFilter()
      try filter.allow(["read"], where: [.argument(0, is: 0)])
      try filter.allow(["write"], where: [.argument(0, is: 1)])
      try filter.kill(on: SystemCallFilter.intruding + ["connect", "socket"])
      try filter.enforce()
      return true
    } catch {
      return false
    }
  }

  private static func order() -> SharedSecret? {
    var buffer = SecretBytes(byteCount: 1 << 16)
    var filled = 0
    while true {
      if filled == buffer.byteCount {
        guard filled < longestOrder else { return nil }
        var larger = SecretBytes(byteCount: filled * 2)
        larger.withMutableBytes { target in
          buffer.withBytes { UnsafeMutableRawBufferPointer(rebasing: target[..<filled]).copyMemory(from: $0) }
        }
        buffer = larger
      }
      let offset = filled
      let count = buffer.withMutableBytes { read(0, $0.baseAddress.map { $0 + offset }, $0.count - offset) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return filled > 0 ? buffer.withBytes { SharedSecret(copying: $0.prefix(filled)) } : nil }
      filled += count
    }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(1, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
