// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialExchange
import ExchangeFormats
import Glibc
import SecretMemory
import SystemCallFilter

/// A process that reads one order from standard input, computes, and writes one answer to standard output. It can do nothing else.
package enum ExchangeProcess {
  /// The exit statuses without an answer.
  private enum Status {
    static let sandboxUnavailable: CInt = 70
    static let noOrder: CInt = 65
    static let hungUp: CInt = 74
  }

  /// The maximum memory: a key derivation may take 1 GiB, and a file and everything made from it must fit as well. The vault's sandbox
  /// allows less.
  private static let addressSpace: UInt = 6 << 30
  /// The maximum processor time in seconds.
  private static let processorSeconds: UInt = 580

  /// Gives up all privileges but computing, reads the order, and writes the answer that `answer` returns.
  package static func run(_ answer: (UnsafeRawBufferPointer) -> CarriageWriter) -> Never {
    // The parent may have left a descriptor open; only the first three are used here.
    closefrom(3)
    signal(SIGPIPE, SIG_IGN)
    ProcessHardening.apply()
    // The libraries read their system settings before the filter is installed.
    guard CipherLibrary.isReady, lockIn() else { exit(Status.sandboxUnavailable) }
    guard let order = order() else { exit(Status.noOrder) }
    let written = order.withBytes(answer)
    exit(written.withFrame(write) ? 0 : Status.hungUp)
  }

  /// From here on the process cannot open a file, create a socket, start a program or make memory executable (as in `passfold-qr`).
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

  /// Reads the order in the form of ``CarriageFrame``.
  private static func order() -> SharedSecret? {
    guard let head = received(CarriageFrame.headByteCount), let count = head.withBytes(CarriageFrame.byteCount) else { return nil }
    return received(count)
  }

  private static func received(_ count: Int) -> SharedSecret? {
    var buffer = SecretBytes(byteCount: count)
    var filled = 0
    while filled < count {
      let offset = filled
      let got = buffer.withMutableBytes { read(0, $0.baseAddress.map { $0 + offset }, count - offset) }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return nil }
      filled += got
    }
    return SharedSecret(buffer)
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
