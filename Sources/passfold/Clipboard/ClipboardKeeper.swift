// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalEndpoint
import LocalTransport
package import SecretMemory

/// A small separate process that outlives the command and later clears a copied code from the clipboard.
package enum ClipboardKeeper {
  /// The maximum number of bytes it accepts, more than a credential has.
  private static let longest = 1 << 20

  /// Starts the process and passes the code through a pipe. Without it, the code stays until something else is copied.
  static func start(for code: SharedSecret, kind: Clipboard.Kind) {
    guard var ends = PipeEnds.make() else { return }
    defer {
      ends.closeReading()
      ends.closeWriting()
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends.reading, 0)
    for descriptor: Int32 in [1, 2] { posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // POSIX_SPAWN_SETSID: the terminal may close before the time is up.
    posix_spawnattr_setflags(&attributes, 0x80)
    let arguments = ["passfold", "clipboard-keeper", kind.rawValue]
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    guard posix_spawn(&process, "/proc/self/exe", &actions, &attributes, &words, environ) == 0 else { return }
    handOver(code, to: ends.writing)
  }

  /// Writes the secret for the other process: its number of bytes, then the bytes.
  package static func handOver(_ code: SharedSecret, to descriptor: Int32) {
    let isTold = withUnsafeBytes(of: UInt64(code.byteCount)) { DescriptorOutput.write($0, to: descriptor) }
    if isTold { code.withBytes { _ = DescriptorOutput.write($0, to: descriptor) } }
  }

  /// Reads the secret directly into locked memory; nil if it is incomplete.
  package static func take(from descriptor: Int32) -> SharedSecret? {
    var count: UInt64 = 0
    guard withUnsafeMutableBytes(of: &count, { fill($0, from: descriptor) }), let length = Int(exactly: count), length <= longest else {
      return nil
    }
    var bytes = SecretBytes(byteCount: length)
    return bytes.withMutableBytes({ fill($0, from: descriptor) }) ? SharedSecret(bytes) : nil
  }

  private static func fill(_ bytes: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = read(descriptor, UnsafeMutableRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Runs the process.
  static func run(kind: Clipboard.Kind, seconds: Double) {
    guard let code = take(from: 0) else { return }
    let end = SystemClock.steady + seconds
    while SystemClock.steady < end { usleep(900_000) }
    Clipboard(kind: kind).clear(ifHolding: code)
  }
}
