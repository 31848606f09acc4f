// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

/// When and by which device a field was written; the greater stamp wins a merge.
package struct FieldStamp: Hashable, Sendable, Comparable {
  /// How many bytes a stamp has.
  package static let byteCount = 24

  /// The hybrid clock's time.
  package let time: UInt64
  /// Who wrote the value; it decides between two values of one time.
  package let device: DeviceIdentifier

  /// The stamp, later where a record has as late a one already: what is written now replaces all that is there, whatever clocks said before.
  package func after(_ bodies: RecordBody...) -> FieldStamp {
    let newest = bodies.compactMap { $0.newestStamp?.time }.max() ?? 0
    return newest < time ? self : FieldStamp(time: newest == .max ? newest : newest + 1, device: device)
  }

  /// The 24 bytes: time, then device.
  package var bytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: time >> UInt64(56 - 8 * $0)) } + device.bytes }

  /// Puts a stamp together.
  package init(time: UInt64, device: DeviceIdentifier) {
    self.time = time
    self.device = device
  }

  /// Reads a stamp; nil for any other number of bytes.
  package init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount, let device = DeviceIdentifier(bytes.dropFirst(8)) else { return nil }
    self.init(time: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }, device: device)
  }

  /// Whether the left stamp loses against the right one, as their bytes stand in order.
  package static func < (left: FieldStamp, right: FieldStamp) -> Bool {
    left.time == right.time ? left.device.bytes.lexicographicallyPrecedes(right.device.bytes) : left.time < right.time
  }
}
