// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// An application as named by sites on Linux: the installation method, a dot, and its identifier there.
///
/// The first part takes the place of the ten-character team in Apple's identifiers, so that one document serves both.
package struct ApplicationIdentifier: Hashable, Sendable, CustomStringConvertible {
  /// The identifier's text, such as `flatpak.org.example.SignIn`.
  package let description: String

  /// Creates the identifier of a client's app: for a Flatpak or snap from its verified sandbox, for any other from the name of the desktop
  /// file that starts its program. Nil for a program that no desktop file starts.
  package init?(of caller: CallerIdentity) {
    // A process that has executed another program since it connected does not keep the name.
    guard caller.isRunning() else { return nil }
    switch caller.packaging {
    case .flatpak(let identifier): description = "flatpak." + identifier
    case .snap(let name): description = "snap." + name
    case .unknown: return nil
    case nil:
      guard let application = caller.application else { return nil }
      description = "desktop." + application.identifier
    }
  }
}
