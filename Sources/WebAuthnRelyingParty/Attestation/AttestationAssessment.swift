// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The result of assessing an attestation against a relying party's demands.
public struct AttestationAssessment: Hashable, Sendable {
  /// The anchor that the certificates lead to; nil if no anchor was required, in which case nothing is proven.
  public let anchor: AttestationCertificate?

  /// The model's metadata entry; nil if no metadata were consulted or no entry exists.
  public let model: MetadataEntry?
  /// The policy's verdict on the model; nil if ``model`` is.
  public let verdict: MetadataVerdict?
  /// Whether the next publication of the metadata was overdue.
  public let isMetadataStale: Bool

  /// Creates an assessment from the results of the path and metadata checks, without judging them.
  package init(
    anchor: AttestationCertificate?, model: MetadataEntry? = nil, verdict: MetadataVerdict? = nil, isMetadataStale: Bool = false
  ) {
    self.anchor = anchor
    self.model = model
    self.verdict = verdict
    self.isMetadataStale = isMetadataStale
  }
}
