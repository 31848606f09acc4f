// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// An application as sites name it on Linux: how it was installed, a dot, and its identifier there.
///
/// The first part stands where Apple's identifiers have a team's ten capitals and digits, so that one document serves both.
package struct ApplicationIdentifier: Hashable, Sendable, CustomStringConvertible {
  /// The identifier's text, such as `flatpak.org.example.SignIn`.
  package let description: String

  /// Names the app that a client is: a Flatpak and a snap by what its sandbox vouches for, any other by the name of the desktop file that
  /// starts its program. Nil for a program that no desktop file starts.
  package init?(of caller: CallerIdentity) {
    // A process that has taken another program's place since it connected has not its name.
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
