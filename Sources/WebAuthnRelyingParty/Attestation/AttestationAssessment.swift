// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What is known of an authenticator after its attestation was judged by a relying party's demands.
public struct AttestationAssessment: Hashable, Sendable {
  /// The anchor that the certificates lead to; nil where none was demanded, and then nothing is proven.
  public let anchor: AttestationCertificate?

  package init(anchor: AttestationCertificate?) {
    self.anchor = anchor
  }
}
