// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The user mediation that a page requests, as far as WebAuthn distinguishes it (`CredentialMediationRequirement`).
public enum CeremonyMediation: Sendable {
  /// A ceremony with a dialogue: `silent`, `optional` and `required` in Credential Management.
  case modal
  /// An authentication offered in a form field, or a registration without a dialogue after another kind of sign-in.
  case conditional
}
