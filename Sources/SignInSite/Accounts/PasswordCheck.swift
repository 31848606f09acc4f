// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import OneTimeCodes

/// What became of a typed password.
enum PasswordVerdict: Sendable {
  case right(Account)
  /// Also for a user name that nobody has.
  case wrong
  /// It was not looked at.
  case tooSoon(retryAfter: Duration)
}

extension Site {
  /// Judges a password, and counts the try against whoever types it.
  ///
  /// A known device and a signed-in person have tries of their own. Everybody else is slowed down by user name and network, further by
  /// network alone, and at last by the user name alone, so that many networks together do not guess on.
  func checkPassword(_ password: String, of userName: String, _ context: SiteContext) async throws -> PasswordVerdict {
    let account = try await accounts.find(userName: userName)
    let device = try await devices.find(token: context.deviceToken, of: account)
    let guesser: PasswordGuesses.Guesser =
      if let signedIn = try signedIn(context), signedIn.id == account?.id {
        .signedIn(signedIn)
      } else if let account, let device {
        .device(device, of: account)
      } else {
        .stranger(userName: userName, network: context.remoteAddress)
      }
    if let wait = try await guesses.admit(guesser) { return .tooSoon(retryAfter: wait) }
    let isStranger = if case .stranger = guesser { true } else { false }
    if isStranger, let wait = try await admitStranger(userName, context) {
      try await guesses.takeBack(guesser)
      return .tooSoon(retryAfter: wait)
    }
    guard let account = try await accounts.authenticate(userName: userName, password: password) else { return .wrong }
    try await guesses.forget(guesser)
    if isStranger {
      try await tallies.refund(.signInPerNetwork, context.remoteAddress)
      try await tallies.refund(.signInByStrangers, userName)
    }
    return .right(account)
  }

  /// Counts a stranger's try; answers how long to wait where one of the stretches is used up.
  private func admitStranger(_ userName: String, _ context: SiteContext) async throws -> Duration? {
    guard try await tallies.admit(.signInPerNetwork, context.remoteAddress) else { return Tallies.Limit.signInPerNetwork.limit.span }
    guard try await tallies.admit(.signInByStrangers, userName) else {
      try await tallies.refund(.signInPerNetwork, context.remoteAddress)
      return .seconds(PasswordGuesses.longestWait)
    }
    return nil
  }
}

extension Duration {
  /// How long to wait, as a person is told.
  var waitWords: String {
    let seconds = components.seconds + (components.attoseconds > 0 ? 1 : 0)
    return seconds <= 90 ? "Too many tries. Wait \(max(1, seconds)) seconds." : "Too many tries. Wait \((seconds + 59) / 60) minutes."
  }
}
