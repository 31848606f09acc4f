// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Which models a service accepts, by what metadata say of them; the defaults are the strict ones of MDS3 §3.1.4.
public struct MetadataPolicy: Hashable, Sendable {
  /// The statuses that rule a model out.
  public var refusedStatuses: Set<AuthenticatorStatus> = [
    .revoked, .userVerificationBypass, .attestationKeyCompromise, .userKeyRemoteCompromise, .userKeyPhysicalCompromise,
  ]
  /// Whether a later `UPDATE_AVAILABLE` lifts a refused status other than `REVOKED`; ceremonies don't tell whether it was installed.
  public var acceptsUpdatedModels = false
  /// The certification that a model must have now; nil for none.
  public var minimumCertification: CertificationLevel?
  /// Whether models without an entry are accepted; nothing is then known of their authenticators.
  public var acceptsUnknownModels = false
  /// Whether self attestation and none are accepted; the model is then what the client says.
  public var acceptsUnattested = false
  /// For how many seconds after ``MetadataBlob/nextUpdate`` metadata are still relied on; nil for ever.
  public var maximumStaleness: TimeInterval?

  /// The defaults.
  public init() {}

  /// Judges a model at an instant.
  /// - Parameters:
  ///   - entry: what metadata say of it.
  ///   - certificates: the attestation's certificates and the anchor, which reports may be limited to.
  public func verdict(on entry: MetadataEntry, certificates: [AttestationCertificate], at date: Date) -> MetadataVerdict {
    let reports = entry.statusReports.enumerated().filter { $0.element.isEffective(at: date) }
    let updates = reports.filter { $0.element.status == .updateAvailable }
    func isMended(_ report: (offset: Int, element: StatusReport)) -> Bool {
      guard acceptsUpdatedModels, report.element.status != .revoked else { return false }
      return updates.contains { Self.isLater($0, than: report) }
    }
    let refused = reports.filter { report in
      refusedStatuses.contains(report.element.status) && report.element.concerns(certificates) && !isMended(report)
    }
    // The latest word on certification holds, a withdrawal too.
    let words = reports.filter { $0.element.status.certification != nil || $0.element.status == .notCertified }
    let latest = words.max { Self.isLater($1, than: $0) }
    let certification = latest?.element.status.certification
    return MetadataVerdict(
      refusedStatuses: refused.map(\.element.status), certification: certification,
      lacksCertification: minimumCertification.map { required in certification.map { $0 < required } ?? true } ?? false,
      isUpdateAvailable: !updates.isEmpty)
  }

  /// Reports are ordered by date where both have one, else by their place.
  private static func isLater(_ left: (offset: Int, element: StatusReport), than right: (offset: Int, element: StatusReport)) -> Bool {
    guard let leftDate = left.element.effectiveDate, let rightDate = right.element.effectiveDate, leftDate != rightDate else {
      return left.offset > right.offset
    }
    return leftDate > rightDate
  }
}

/// What a policy makes of a model.
public struct MetadataVerdict: Hashable, Sendable {
  /// The statuses that rule the model out.
  public let refusedStatuses: [AuthenticatorStatus]
  /// The model's certification now, nil for none.
  public let certification: CertificationLevel?
  /// Whether the model is certified less than the policy demands.
  public let lacksCertification: Bool
  /// Whether metadata tell of an update, which people might be told of.
  public let isUpdateAvailable: Bool

  /// Whether the policy accepts the model.
  public var isAccepted: Bool { refusedStatuses.isEmpty && !lacksCertification }
}
