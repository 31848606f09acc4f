// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import AuthenticationServices
internal import BrokerProtocol

extension CredentialSignal {
  /// Calls the controller's method for the signal; nothing is answered.
  @MainActor
  func report(to controller: ASCredentialProviderViewController) {
    switch self {
    case .unknownCredential(let relyingParty, let credentialID):
      controller.reportUnknownPublicKeyCredential(forRelyingParty: relyingParty, credentialID: credentialID)
    case .allAcceptedCredentials(let relyingParty, let userHandle, let credentialIDs):
      controller.reportAllAcceptedPublicKeyCredentials(
        forRelyingParty: relyingParty, userHandle: userHandle, acceptedCredentialIDs: credentialIDs)
    case .currentUserDetails(let relyingParty, let userHandle, let name, let displayName):
      if let displayName, let handler = controller as? any AccountNamesHandling {
        return handler.reportAccountNames(forRelyingParty: relyingParty, userHandle: userHandle, name: name, displayName: displayName)
      }
      controller.reportPublicKeyCredentialUpdate(forRelyingParty: relyingParty, userHandle: userHandle, newName: name)
    case .unusedPassword(let domain, let userName):
      controller.reportUnusedPasswordCredential(forDomain: domain, userName: userName)
    }
  }
}
