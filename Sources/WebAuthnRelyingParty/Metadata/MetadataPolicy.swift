// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The policy for accepting models, based on their metadata. The defaults are the strict ones of MDS3 §3.1.4.
public struct MetadataPolicy: Hashable, Sendable {
  /// The statuses that exclude a model.
  public var refusedStatuses: Set<AuthenticatorStatus> = [
    .revoked, .userVerificationBypass, .attestationKeyCompromise, .userKeyRemoteCompromise, .userKeyPhysicalCompromise,
  ]
  /// Whether a later `UPDATE_AVAILABLE` lifts an excluding status other than `REVOKED`. Ceremonies do not reveal whether the update was
  /// installed.
  public var acceptsUpdatedModels = false
  /// The certification level that a model must currently have; nil for none.
  public var minimumCertification: CertificationLevel?
  /// Whether models without an entry are accepted. Nothing is then known about their authenticators.
  public var acceptsUnknownModels = false
  /// Whether self attestation and the format `none` are accepted. The model is then only what the client claims.
  public var acceptsUnattested = false
  /// The time for which metadata are still used after ``MetadataBlob/nextUpdate``, in seconds; nil for no limit.
  public var maximumStaleness: TimeInterval?

  /// Creates a policy with the default values.
  public init() {}

  /// Returns the verdict on a model at a given time.
  ///
  /// - Parameters:
  ///   - entry: The model's metadata.
  ///   - certificates: The attestation's certificates and the anchor; reports may be limited to some of them.
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
    // The latest certification report applies, even if it is a withdrawal.
    let words = reports.filter { $0.element.status.certification != nil || $0.element.status == .notCertified }
    let latest = words.max { Self.isLater($1, than: $0) }
    let certification = latest?.element.status.certification
    return MetadataVerdict(
      refusedStatuses: refused.map(\.element.status), certification: certification,
      lacksCertification: minimumCertification.map { required in certification.map { $0 < required } ?? true } ?? false,
      isUpdateAvailable: !updates.isEmpty)
  }

  /// Orders reports by date if both have one, otherwise by position.
  private static func isLater(_ left: (offset: Int, element: StatusReport), than right: (offset: Int, element: StatusReport)) -> Bool {
    guard let leftDate = left.element.effectiveDate, let rightDate = right.element.effectiveDate, leftDate != rightDate else {
      return left.offset > right.offset
    }
    return leftDate > rightDate
  }
}

/// A policy's verdict on a model.
public struct MetadataVerdict: Hashable, Sendable {
  /// The statuses that exclude the model.
  public let refusedStatuses: [AuthenticatorStatus]
  /// The model's current certification level; nil for none.
  public let certification: CertificationLevel?
  /// Whether the model's certification level is below the policy's minimum.
  public let lacksCertification: Bool
  /// Whether the metadata mention an update, which the service may tell the user about.
  public let isUpdateAvailable: Bool

  /// Whether the policy accepts the model.
  public var isAccepted: Bool { refusedStatuses.isEmpty && !lacksCertification }
}
