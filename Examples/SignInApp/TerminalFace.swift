// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import Foundation

/// The app in a terminal: one line for each event.
@MainActor
struct TerminalFace {
  /// The tasks, as they are typed.
  static let tasks = "register NAME | sign-in | in-browser ADDRESS | keep-password NAME | drop-password NAME"

  let site: SiteClient

  /// Whether a task was typed.
  static func knows(_ words: [String]) -> Bool {
    words == ["sign-in"] || words.count == 2 && ["register", "in-browser", "keep-password", "drop-password"].contains(words[0])
  }

  /// Performs one task and ends the program.
  func run(_ words: [String]) async -> Never {
    do {
      try await act(words)
      exit(0)
    } catch {
      Self.quit(Self.words(for: error), status: 1)
    }
  }

  /// Asks for tasks until the input ends.
  func converse() async -> Never {
    print("Type \(Self.tasks); an empty line ends the program.")
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
    case ("register", 2): print(Self.words(for: try await accounts.register(userName: words[1])))
    case ("sign-in", 1):
      var progress = try await accounts.signIn()
      while progress == .needsCode {
        print("Verification code: ", terminator: "")
        guard let code = readLine(), !code.isEmpty else { throw ASAuthorizationError(.canceled) }
        progress = try await accounts.enter(code: code)
      }
      print(Self.words(for: progress))
    case ("in-browser", 2):
      guard let page = URL(string: words[1]) else { return print("\(words[1]) is no address.") }
      print("Came back with \(try await WebSignIn().run(page: page).absoluteString)")
    case ("keep-password", 2):
      try await AccountPassword(site: site).keep(readLine() ?? "", of: words[1], window: ASPresentationAnchor())
      print("The password of \(words[1]) is kept.")
    case ("drop-password", 2):
      try await AccountPassword(site: site).drop(of: words[1])
      print("The password of \(words[1]) is of no use any more.")
    default: print("Type \(Self.tasks).")
    }
  }

  static func words(for progress: AccountManager.Progress) -> String {
    switch progress {
    case .signedIn(let userName): "Signed in as \(userName)."
    case .needsCode: "The password is right. Enter your verification code."
    }
  }

  static func words(for error: any Error) -> String {
    let reason = (error as NSError).localizedFailureReason ?? error.localizedDescription
    switch error {
    case let error as ASAuthorizationError: return "\(error.code.rawValue): \(reason)"
    case let error as ASWebAuthenticationSessionError: return "\(error.code.rawValue): \(reason)"
    default: return reason
    }
  }

  static func quit(_ words: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data((words + "\n").utf8))
    exit(status)
  }
}
