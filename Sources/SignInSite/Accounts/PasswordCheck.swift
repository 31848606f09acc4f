// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import OneTimeCodes

/// The result of checking a typed password.
enum PasswordVerdict: Sendable {
  case right(Account)
  /// Also for an unknown user name.
  case wrong
  /// The password was not checked.
  case tooSoon(retryAfter: Duration)
}

extension Site {
  /// Checks a password, and counts the attempt against the guesser.
  ///
  /// Known devices and signed-in users have separate attempts. All others are limited by user name and network, by network alone, and
  /// finally by user name alone, so that guessing from many networks is limited too.
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

  /// Counts a stranger's attempt. Returns the wait if one of the limits is reached.
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
  /// The wait, worded for the user.
  var waitWords: String {
    let seconds = components.seconds + (components.attoseconds > 0 ? 1 : 0)
    return seconds <= 90 ? "Too many tries. Wait \(max(1, seconds)) seconds." : "Too many tries. Wait \((seconds + 59) / 60) minutes."
  }
}
