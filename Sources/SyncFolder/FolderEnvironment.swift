// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The folder's dependencies on the machine.
package struct FolderEnvironment: Sendable {
  /// The clock, in milliseconds since 1970, for replies about sessions; no decision depends on it.
  package var now: @Sendable () -> UInt64
  /// Returns this many unpredictable bytes.
  package var randomBytes: @Sendable (Int) -> [UInt8]
  /// Writes to a file like write(2); a test can simulate a full disk.
  package var write: @Sendable (_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int

  /// Creates an environment.
  package init(
    now: @escaping @Sendable () -> UInt64, randomBytes: @escaping @Sendable (Int) -> [UInt8],
    write: @escaping @Sendable (CInt, UnsafeRawBufferPointer) -> Int
  ) {
    self.now = now
    self.randomBytes = randomBytes
    self.write = write
  }

  /// The system's clock, random number generator and files.
  package static let live = FolderEnvironment(
    now: {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return UInt64(max(0, time.tv_sec)) * 1000 + UInt64(time.tv_nsec) / 1_000_000
    },
    randomBytes: { count in
      var generator = SystemRandomNumberGenerator()
      return (0..<count).map { _ in generator.next() }
    },
    write: { descriptor, bytes in Glibc.write(descriptor, bytes.baseAddress, bytes.count) })
}
