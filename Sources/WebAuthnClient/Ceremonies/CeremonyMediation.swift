// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// How a page wants the person to be involved, as far as WebAuthn looks at it (`CredentialMediationRequirement`).
public enum CeremonyMediation: Sendable {
  /// A ceremony that the person is asked for; `silent`, `optional` and `required` of Credential Management.
  case modal
  /// An authentication offered in a form's field, or a registration without a question after a sign-in by other means.
  case conditional
}
