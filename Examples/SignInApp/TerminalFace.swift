// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import Foundation

/// The app in a terminal: one line for each thing that happened.
@MainActor
struct TerminalFace {
  let site: SiteClient

  /// Does one thing and ends the program.
  func run(_ words: [String]) async -> Never {
    do {
      try await act(words)
      exit(0)
    } catch {
      Self.quit(Self.words(for: error), status: 1)
    }
  }

  /// Asks what to do until the input ends.
  func converse() async -> Never {
    print("Type \"register NAME\" or \"sign-in\"; an empty line ends the program.")
    while let line = readLine(), !line.isEmpty {
      do {
        try await act(line.split(separator: " ").map(String.init))
      } catch {
        print(Self.words(for: error))
      }
    }
    exit(0)
  }

  private func act(_ words: [String]) async throws {
    let accounts = AccountManager(site: site, window: ASPresentationAnchor())
    switch (words.first, words.count) {
    case ("register", 2): print("Registered and signed in as \(try await accounts.register(userName: words[1])).")
    case ("sign-in", 1): print("Signed in as \(try await accounts.signIn()).")
    default: print("Type \"register NAME\" or \"sign-in\".")
    }
  }

  static func words(for error: any Error) -> String {
    let reason = (error as NSError).localizedFailureReason ?? error.localizedDescription
    return (error as? ASAuthorizationError).map { "\($0.code.rawValue): \(reason)" } ?? reason
  }

  static func quit(_ words: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data((words + "\n").utf8))
    exit(status)
  }
}
