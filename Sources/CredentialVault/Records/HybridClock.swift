// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials

/// The hybrid logical clock: milliseconds since 1970 in 48 bits, then a 16-bit counter; it never runs back.
struct HybridClock: Sendable {
  private(set) var last: UInt64

  init(last: UInt64) { self.last = last }

  /// The next time: the wall clock's, or one more than the last one when the wall clock stands still or went back.
  func next(at now: Date) -> UInt64 {
    let milliseconds = min(max(0, now.timeIntervalSince1970 * 1000), 0xFFFF_FFFF_FFFF)
    return max(UInt64(milliseconds) << 16, last &+ 1)
  }

  mutating func advance(to time: UInt64) { last = max(last, time) }
}

/// When and by which device a field was written; the greater stamp wins a merge.
struct FieldStamp: Hashable, Sendable, Comparable {
  static let byteCount = 24

  let time: UInt64
  let device: DeviceIdentifier

  var bytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: time >> UInt64(56 - 8 * $0)) } + device.bytes }

  init(time: UInt64, device: DeviceIdentifier) {
    self.time = time
    self.device = device
  }

  init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount, let device = DeviceIdentifier(bytes.dropFirst(8)) else { return nil }
    self.init(time: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }, device: device)
  }

  static func < (left: FieldStamp, right: FieldStamp) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}
