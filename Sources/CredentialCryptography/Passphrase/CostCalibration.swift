// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SecretMemory

/// Determines the cost of a guess on a computer: as much memory as makes the owner wait for 0.5 to 1 second.
package struct CostCalibration: Sendable {
  /// The target time, in the middle of the range because a computer's speed varies.
  private static let aim = Duration.milliseconds(750)
  /// The number of measurements of the minimum cost; the fastest counts.
  private static let measurements = 2
  private static let stepKiB = 16 * 1024.0
  private static let greatestKiB: UInt64 = 1024 * 1024

  private let memoryKiB: UInt64
  private let measure: @Sendable (KeyDerivationCost) throws(CredentialCryptographyError) -> Duration

  /// Creates a calibration.
  ///
  /// - Parameters:
  ///   - memoryKiB: The computer's memory, of which at most an eighth is used.
  ///   - measure: Measures the time of one derivation.
  package init(
    memoryKiB: UInt64, measure: @escaping @Sendable (KeyDerivationCost) throws(CredentialCryptographyError) -> Duration
  ) {
    self.memoryKiB = memoryKiB
    self.measure = measure
  }

  /// The calibration for this computer; the derived bytes are discarded.
  package static let ofThisComputer = CostCalibration(
    memoryKiB: UInt64(max(0, sysconf(Int32(_SC_PHYS_PAGES)))) * UInt64(max(0, sysconf(Int32(_SC_PAGESIZE)))) / 1024
  ) { (cost) throws(CredentialCryptographyError) in
    let (start, computed) = (ContinuousClock.now, Self.processorTime())
    _ = try Argon2id.derive(
      passphrase: SecretBytes(byteCount: 16), salt: [UInt8](repeating: 0, count: 16), cost: cost, byteCount: 64)
    let processors = max(1, min(Int(cost.lanes), sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    // Other programs' use of the processors during calibration must not make guessing permanently cheaper.
    return min(ContinuousClock.now - start, (Self.processorTime() - computed) / processors)
  }

  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Returns the minimum's passes and lanes, with memory between the minimum and the lesser of 1 GiB and an eighth of the computer's
  /// memory.
  ///
  /// - Throws: `outOfMemory` if not even the minimum can be computed.
  package func cost() throws(CredentialCryptographyError) -> KeyDerivationCost {
    let floor = KeyDerivationCost.floor
    var fastest = Duration.seconds(3600)
    for _ in 0..<Self.measurements { fastest = min(fastest, try measure(floor)) }
    // Time is proportional to memory.
    let scaled = Double(floor.memoryKiB) * (Self.aim / max(fastest, .milliseconds(1)))
    let most = Double(min(Self.greatestKiB, memoryKiB / 8))
    let stepped = (min(scaled, most) / Self.stepKiB).rounded(.down) * Self.stepKiB
    return try KeyDerivationCost(
      memoryKiB: UInt32(max(stepped, Double(floor.memoryKiB))), passes: floor.passes, lanes: floor.lanes)
  }
}
