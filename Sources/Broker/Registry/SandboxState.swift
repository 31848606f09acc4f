// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Whether a provider's process is isolated from the rest of the session, and otherwise the reason.
package enum SandboxState: String, Sendable {
  /// It runs in a sandbox.
  case active
  /// bubblewrap is not installed: the provider has the same rights as any of the user's programs.
  case bubblewrapMissing
  /// The system forbids unprivileged user namespaces, which a sandbox needs; the result is the same as without bubblewrap.
  case namespacesForbidden
  /// bubblewrap is too old for the rules (before 0.8); the result is the same as without it.
  case bubblewrapTooOld
  /// This broker starts providers in another way.
  case none

  /// Whether the system lacks the prerequisites of a sandbox.
  package var isMissing: Bool {
    switch self {
    case .active, .none: false
    case .bubblewrapMissing, .bubblewrapTooOld, .namespacesForbidden: true
    }
  }
}
