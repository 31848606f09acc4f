// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// A service's signal about its accounts, so that providers stay up to date (WebAuthn L3 §5.1.10; Apple: `ASCredentialUpdater`).
///
/// The members and their base64url encoding are those of the WebAuthn dictionaries; `signal` names the dictionary.
package enum CredentialSignal: Hashable, Sendable {
  /// `unknown-credential`: the service does not know this passkey (or no longer knows it).
  case unknownCredential(relyingParty: String, credentialID: Data)
  /// `all-accepted-credentials`: these are all passkeys of one account.
  case allAcceptedCredentials(relyingParty: String, userHandle: Data, credentialIDs: [Data])
  /// `current-user-details`: the current names of one account; Apple's form has no display name.
  case currentUserDetails(relyingParty: String, userHandle: Data, name: String, displayName: String?)
  /// `unused-password`: the account signs in without its password from now on; only Apple has this signal.
  case unusedPassword(domain: String, userName: String)

  /// The relying party or domain that sent the signal.
  package var service: String {
    switch self {
    case .unknownCredential(let name, _), .allAcceptedCredentials(let name, _, _), .currentUserDetails(let name, _, _, _),
      .unusedPassword(let name, _):
      name
    }
  }
}

extension CredentialSignal: Codable {
  private enum Key: String, CodingKey {
    case signal, rpId, credentialId, userId, allAcceptedCredentialIds, name, displayName, domain, userName
  }

  private enum Kind: String, Codable {
    case unknownCredential = "unknown-credential"
    case allAcceptedCredentials = "all-accepted-credentials"
    case currentUserDetails = "current-user-details"
    case unusedPassword = "unused-password"
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func text(_ key: Key) throws -> String { try values.decode(String.self, forKey: key) }
    func bytes(_ text: String, _ key: Key) throws -> Data {
      guard let data = Data(base64URLText: text) else {
        throw DecodingError.dataCorruptedError(forKey: key, in: values, debugDescription: "not base64url without padding")
      }
      return data
    }
    switch try values.decode(Kind.self, forKey: .signal) {
    case .unknownCredential:
      self = .unknownCredential(relyingParty: try text(.rpId), credentialID: try bytes(text(.credentialId), .credentialId))
    case .allAcceptedCredentials:
      let texts = try values.decode([String].self, forKey: .allAcceptedCredentialIds)
      self = .allAcceptedCredentials(
        relyingParty: try text(.rpId), userHandle: try bytes(text(.userId), .userId),
        credentialIDs: try texts.map { try bytes($0, .allAcceptedCredentialIds) })
    case .currentUserDetails:
      self = .currentUserDetails(
        relyingParty: try text(.rpId), userHandle: try bytes(text(.userId), .userId), name: try text(.name),
        displayName: try values.decodeIfPresent(String.self, forKey: .displayName))
    case .unusedPassword:
      self = .unusedPassword(domain: try text(.domain), userName: try text(.userName))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch self {
    case .unknownCredential(let relyingParty, let credentialID):
      try values.encode(Kind.unknownCredential, forKey: .signal)
      try values.encode(relyingParty, forKey: .rpId)
      try values.encode(credentialID.base64URLText, forKey: .credentialId)
    case .allAcceptedCredentials(let relyingParty, let userHandle, let credentialIDs):
      try values.encode(Kind.allAcceptedCredentials, forKey: .signal)
      try values.encode(relyingParty, forKey: .rpId)
      try values.encode(userHandle.base64URLText, forKey: .userId)
      try values.encode(credentialIDs.map(\.base64URLText), forKey: .allAcceptedCredentialIds)
    case .currentUserDetails(let relyingParty, let userHandle, let name, let displayName):
      try values.encode(Kind.currentUserDetails, forKey: .signal)
      try values.encode(relyingParty, forKey: .rpId)
      try values.encode(userHandle.base64URLText, forKey: .userId)
      try values.encode(name, forKey: .name)
      try values.encodeIfPresent(displayName, forKey: .displayName)
    case .unusedPassword(let domain, let userName):
      try values.encode(Kind.unusedPassword, forKey: .signal)
      try values.encode(domain, forKey: .domain)
      try values.encode(userName, forKey: .userName)
    }
  }
}

extension Data {
  fileprivate init?(base64URLText text: String) {
    guard let bytes = Base64URLText.bytes(of: text) else { return nil }
    self.init(bytes)
  }

  fileprivate var base64URLText: String { Base64URLText.text(of: self) }
}
