// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// How much a verified sign-in costs beside the one signature verification that it cannot do without.
enum AuthenticationRows {
  /// A row for each algorithm, and one for two cores.
  static func measure() throws -> [ReportRow] {
    try BareKeyPair.all().map(row) + [twoCores()]
  }

  private static func row(_ key: BareKeyPair) throws -> ReportRow {
    let assertion = try MeasuredAssertion(by: key)
    let bare = try key.verification(assertion.signature, assertion.signed)
    guard bare() else { throw MissingPart() }
    // Blocks of a millisecond or so: what the machine does besides then falls between them rather than into them.
    let runs = max(1, Int(.milliseconds(1) / ContinuousClock().measure { _ = bare() }))
    let measured = PairedMeasurement(blocks: 401, runs: runs) {
      do { try assertion.verify() } catch { fatalError("a good assertion was refused: \(error)") }
    } baseline: {
      keep(bare())
    }
    return ReportRow(
      name: "verify a sign-in, \(key.name)", value: (1 / measured.seconds).rounded(), unit: "sign-ins/s",
      against: "bare \(key.name) verification of swift-crypto, \(Int(1 / measured.baselineSeconds))/s",
      ratio: measured.ratio, atMost: key.name == "ES256" ? 1.25 : nil)
  }

  /// Twice as many sign-ins on two cores as on one, for two people at one relying party: both take as long together as one alone.
  /// The quickest blocks count, those in which no other program held one of the cores.
  private static func twoCores() throws -> ReportRow {
    let count = 40
    let first = try MeasuredAssertion(by: .es256())
    let second = try MeasuredAssertion(by: .es256(), at: first.relyingParty)
    @Sendable func verifyMany(_ assertion: MeasuredAssertion) {
      for _ in 0..<count {
        do { try assertion.verify() } catch { fatalError("a good assertion was refused: \(error)") }
      }
    }
    let measured = PairedMeasurement(blocks: 1001, runs: 1) {
      DispatchQueue.concurrentPerform(iterations: 2) { verifyMany($0 == 0 ? first : second) }
    } baseline: {
      verifyMany(first)
    }
    let (both, one) = measured.quickest
    return ReportRow(
      name: "verify sign-ins on two cores, ES256", value: (2 * Double(count) / both).rounded(), unit: "sign-ins/s",
      against: "one core, \(Int(Double(count) / one))/s", ratio: 2 * one / both, atLeast: 1.8)
  }
}
