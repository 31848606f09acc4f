// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Whether a provider's process is kept from the rest of the session, and if not, why.
package enum SandboxState: String, Sendable {
  /// It runs in a sandbox.
  case active
  /// bubblewrap is not installed: it can do what every program of the person can.
  case bubblewrapMissing
  /// The system forbids what a sandbox is made of (unprivileged user namespaces): as without bubblewrap.
  case namespacesForbidden
  /// bubblewrap is too old to be told the rules (before 0.8): as without it.
  case bubblewrapTooOld
  /// This broker starts providers in some other way.
  case none

  /// Whether the system lacks what a sandbox is made of.
  package var isMissing: Bool {
    switch self {
    case .active, .none: false
    case .bubblewrapMissing, .bubblewrapTooOld, .namespacesForbidden: true
    }
  }
}
