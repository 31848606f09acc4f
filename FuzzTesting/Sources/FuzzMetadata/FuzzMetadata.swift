// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FuzzDriver
import WebAuthnRelyingParty

/// Metadata from an attacker are always refused, and the content of signed metadata is read without a crash.
@main enum FuzzMetadata {
  private static let now = Date(timeIntervalSince1970: 1_780_000_000)

  static func main() {
    FuzzDriver.run { data, count in
      let input = Array(UnsafeBufferPointer(start: data, count: count))
      FuzzMetadata.checkToken(input)
      FuzzMetadata.checkEntry(input)
      return 0
    }
  }

  private static func checkToken(_ input: [UInt8]) {
    let blob = try? MetadataBlob(verifying: input, anchors: AttestationCertificate.metadataAnchors, now: now)
    FuzzDriver.require(blob == nil, "metadata that nobody trusted has signed are refused")
  }

  private static func checkEntry(_ input: [UInt8]) {
    guard let entry = try? JSONDecoder().decode(MetadataEntry.self, from: Data(input)) else { return }
    // The planted fault: treats a report that takes effect after 2033 as wrong.
    let isLate = entry.statusReports.contains { $0.effectiveDate.map { $0.timeIntervalSince1970 > 2_000_000_000 } ?? false }
    if FuzzDriver.plantsFault, isLate { fatalError("fuzzing: planted") }
    var policy = MetadataPolicy()
    let verdict = policy.verdict(on: entry, certificates: entry.anchors, at: now)
    FuzzDriver.require(
      verdict.isAccepted || entry.statusReports.contains { policy.refusedStatuses.contains($0.status) }, "a model is refused for a report")
    policy.refusedStatuses = []
    FuzzDriver.require(policy.verdict(on: entry, certificates: [], at: now).isAccepted, "a policy that refuses nothing accepts all")
    policy.refusedStatuses = [.revoked]
    policy.acceptsUpdatedModels = true
    let isRevoked = entry.statusReports.contains { $0.status == .revoked && $0.isEffective(at: now) }
    FuzzDriver.require(policy.verdict(on: entry, certificates: [], at: now).isAccepted == !isRevoked, "no update lifts a revocation")
    policy.minimumCertification = .level3
    if policy.verdict(on: entry, certificates: [], at: now).isAccepted {
      FuzzDriver.require(
        entry.statusReports.contains { $0.status.certification ?? .level1 >= .level3 }, "certification comes from a report")
    }
  }
}
