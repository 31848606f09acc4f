// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension CallerIdentity {
  /// The program for the user: its path, or its sandbox if it has one, because paths there are its own; nil for a program that hides itself
  /// or is in an unverified sandbox.
  package var programName: String? {
    switch packaging {
    case .flatpak(let identifier)?: DisplayText.line("\(identifier) (Flatpak)")
    case .snap(let name)?: DisplayText.line("\(name) (snap)")
    case .unknown?: nil
    case nil: executable.map(DisplayText.line)
    }
  }
}
