// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// Names callers to the provider that serves the session: it has a door of its own, and from its sandbox it cannot see who stands there.
extension Broker {
  /// Answers which program a process runs; a provider that has no business with the session's processes has made a fault.
  func identify(_ process: Int32, question: Int, of identifier: String) {
    guard let provider = providers[identifier], provider.bundle.needs.servesSession else { return punish(identifier) }
    provider.link?.send(.identified(question: question, program: environment.inspectProcess(process)?.programName), secret: nil)
  }
}

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
