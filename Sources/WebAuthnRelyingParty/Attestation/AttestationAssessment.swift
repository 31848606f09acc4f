// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What is known of an authenticator after its attestation was judged by a relying party's demands.
public struct AttestationAssessment: Hashable, Sendable {
  /// The anchor that the certificates lead to; nil where none was demanded, and then nothing is proven.
  public let anchor: AttestationCertificate?

  /// What metadata say of the model; nil where none were asked or none know it.
  public let model: MetadataEntry?
  /// What the policy made of the model; nil where ``model`` is.
  public let verdict: MetadataVerdict?
  /// Whether the metadata's next publication was overdue.
  public let isMetadataStale: Bool

  /// Takes what the path and the metadata gave; nothing is judged here.
  package init(
    anchor: AttestationCertificate?, model: MetadataEntry? = nil, verdict: MetadataVerdict? = nil, isMetadataStale: Bool = false
  ) {
    self.anchor = anchor
    self.model = model
    self.verdict = verdict
    self.isMetadataStale = isMetadataStale
  }
}
