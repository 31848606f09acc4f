// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

extension CredentialSignal {
  /// The maximum number of an account's credentials named by a signal.
  private static let credentialLimit = 1024

  /// Whether it is no larger than the credentials it can concern.
  var isBounded: Bool {
    switch self {
    case .unknownCredential(_, let credentialID): (1...1023).contains(credentialID.count)
    case .allAcceptedCredentials(_, let userHandle, let credentialIDs):
      (1...64).contains(userHandle.count) && credentialIDs.count <= Self.credentialLimit && credentialIDs.allSatisfy { $0.count <= 1023 }
    case .currentUserDetails(_, let userHandle, let name, let displayName):
      (1...64).contains(userHandle.count) && name.utf8.count <= 1024 && (displayName?.utf8.count ?? 0) <= 1024
    case .unusedPassword(_, let userName): userName.utf8.count <= 1024
    }
  }
}
