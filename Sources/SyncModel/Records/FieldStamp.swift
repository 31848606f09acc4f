// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

/// The time and device of a field's last change; the greater stamp wins a merge.
package struct FieldStamp: Hashable, Sendable, Comparable {
  /// The length of a stamp in bytes.
  package static let byteCount = 24

  /// The hybrid clock's time.
  package let time: UInt64
  /// The device that wrote the value; it decides between two values of the same time.
  package let device: DeviceIdentifier

  /// Returns this stamp, or a later one if a record already has one as late: a new value replaces all existing ones, whatever clocks said
  /// before.
  package func after(_ bodies: RecordBody...) -> FieldStamp {
    let newest = bodies.compactMap { $0.newestStamp?.time }.max() ?? 0
    return newest < time ? self : FieldStamp(time: newest == .max ? newest : newest + 1, device: device)
  }

  /// The 24 bytes: time, then device.
  package var bytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: time >> UInt64(56 - 8 * $0)) } + device.bytes }

  /// Creates a stamp.
  package init(time: UInt64, device: DeviceIdentifier) {
    self.time = time
    self.device = device
  }

  /// Decodes a stamp; nil for any other number of bytes.
  package init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount, let device = DeviceIdentifier(bytes.dropFirst(8)) else { return nil }
    self.init(time: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }, device: device)
  }

  /// Whether the left stamp loses to the right one, in the order of their bytes.
  package static func < (left: FieldStamp, right: FieldStamp) -> Bool {
    left.time == right.time ? left.device.bytes.lexicographicallyPrecedes(right.device.bytes) : left.time < right.time
  }
}
