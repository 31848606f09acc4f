// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
internal import Foundation

extension ServiceIdentifierValue {
  /// Creates a value from Apple's identifier.
  package init(_ service: ASCredentialServiceIdentifier) {
    let kind: Kind =
      switch service.type {
      case .domain: .domain
      case .URL: .url
      case .app: .app
      }
    self.init(identifier: service.identifier, kind: kind, displayName: service.displayName)
    matching = service.matching.flatMap(Matching.init(rawValue:))
  }

  /// The corresponding Apple object.
  package var serviceIdentifier: ASCredentialServiceIdentifier {
    let type: ASCredentialServiceIdentifier.IdentifierType =
      switch kind {
      case .domain: .domain
      case .url: .URL
      case .app: .app
      }
    if let displayName {
      return ASCredentialServiceIdentifier(identifier: identifier, type: type, displayName: displayName)
    }
    return ASCredentialServiceIdentifier(identifier: identifier, type: type)
  }
}

extension CredentialIdentityValue {
  /// Creates a value from Apple's identity; nil for a class that is not one of the three.
  package init?(_ identity: any ASCredentialIdentity) {
    switch identity {
    case let passkey as ASPasskeyCredentialIdentity:
      self.init(
        relyingPartyIdentifier: passkey.relyingPartyIdentifier, userName: passkey.userName, credentialID: passkey.credentialID,
        userHandle: passkey.userHandle, recordIdentifier: passkey.recordIdentifier, rank: passkey.rank)
    case let code as ASOneTimeCodeCredentialIdentity:
      self.init(
        kind: .oneTimeCode, service: ServiceIdentifierValue(code.serviceIdentifier), user: code.label,
        recordIdentifier: code.recordIdentifier, rank: code.rank)
    case let password as ASPasswordCredentialIdentity:
      self.init(
        kind: .password, service: ServiceIdentifierValue(password.serviceIdentifier), user: password.user,
        recordIdentifier: password.recordIdentifier, rank: password.rank)
    default: return nil
    }
  }

  /// The corresponding Apple object.
  package var credentialIdentity: any ASCredentialIdentity {
    switch kind {
    case .password: passwordIdentity
    case .oneTimeCode: oneTimeCodeIdentity
    case .passkey: passkeyIdentity
    }
  }

  /// The corresponding Apple object. The kind must be a password.
  package var passwordIdentity: ASPasswordCredentialIdentity {
    let identity = ASPasswordCredentialIdentity(
      serviceIdentifier: service.serviceIdentifier, user: user, recordIdentifier: recordIdentifier)
    identity.rank = rank
    return identity
  }

  /// The corresponding Apple object. The kind must be a one-time code.
  package var oneTimeCodeIdentity: ASOneTimeCodeCredentialIdentity {
    let identity = ASOneTimeCodeCredentialIdentity(
      serviceIdentifier: service.serviceIdentifier, label: user, recordIdentifier: recordIdentifier)
    identity.rank = rank
    return identity
  }

  /// The corresponding Apple object. The kind must be a passkey. Missing values are empty.
  package var passkeyIdentity: ASPasskeyCredentialIdentity {
    let identity = ASPasskeyCredentialIdentity(
      relyingPartyIdentifier: relyingPartyIdentifier ?? service.identifier, userName: user, credentialID: credentialID ?? .init(),
      userHandle: userHandle ?? .init(), recordIdentifier: recordIdentifier)
    identity.rank = rank
    return identity
  }
}
