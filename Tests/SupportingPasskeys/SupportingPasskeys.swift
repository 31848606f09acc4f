// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import Foundation

/// Runs the page's fragments in a session with a broker and a provider: registers, signs in with the new passkey, and has a server verify
/// both. Prints a line for each step and exits with status 1 at the first failure.
@main
struct SupportingPasskeys {
  @MainActor
  static func main() async throws {
    let server = try PageServer()
    let person = PasskeySignIn()
    var outcomes = person.outcomes.makeAsyncIterator()

    person.register(challengeOfServer: try server.challengeForRegistration(), userIDOfServer: server.userID)
    let first = await outcomes.next(isolation: MainActor.shared)
    guard case .registration(let passkey)? = first else { quit(first) }
    try server.handle(passkey)
    print("The server took the passkey.")

    person.signIn(challengeOfServer: server.challengeForSignIn())
    let second = await outcomes.next(isolation: MainActor.shared)
    guard case .assertion(let assertion)? = second else { quit(second) }
    try server.verify(assertion)
    print("The server verified the challenge.")
  }

  private static func quit(_ outcome: PasskeySignIn.Outcome?) -> Never {
    if case .error(let error)? = outcome {
      print("\(error.code.rawValue): \((error as NSError).localizedFailureReason ?? error.localizedDescription)")
    } else {
      print("The delegate took another branch.")
    }
    exit(1)
  }
}
