// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension CallerIdentity {
  /// The program for a person: its path, or the box that it is in, whose paths are its own; nil for a program that hides itself or is in a box
  /// that nobody vouches for.
  package var programName: String? {
    switch packaging {
    case .flatpak(let identifier)?: DisplayText.line("\(identifier) (Flatpak)")
    case .snap(let name)?: DisplayText.line("\(name) (snap)")
    case .unknown?: nil
    case nil: executable.map(DisplayText.line)
    }
  }
}
