// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import Crypto
import Foundation
import OneTimeCodes
import SecretMemory

/// Accounts in the form in which providers exchange them.
extension Account {
  /// The account with all its credentials.
  var importableItem: ASImportableItem {
    get throws {
      var credentials: [ASImportableCredential] = []
      if let password {
        credentials.append(
          .basicAuthentication(
            ASImportableCredential.BasicAuthentication(
              userName: ASImportableEditableField(id: nil, fieldType: .string, value: user),
              password: ASImportableEditableField(id: nil, fieldType: .concealedString, value: password))))
      }
      if let codeLink { credentials.append(.totp(try Self.generator(of: codeLink, user: user))) }
      if let passkey {
        credentials.append(
          .passkey(
            ASImportableCredential.Passkey(
              credentialID: passkey.credentialID, relyingPartyIdentifier: service, userName: user, userDisplayName: user,
              userHandle: passkey.userHandle, key: try P256.Signing.PrivateKey(rawRepresentation: passkey.privateKey).derRepresentation)))
      }
      let scope = URL(string: "https://\(service)").map { ASImportableCredentialScope(urls: [$0]) }
      return ASImportableItem(id: Data(id.utf8), title: service, scope: scope, credentials: credentials)
    }
  }

  /// Imports an item, or returns nil for one without a credential for signing in.
  init?(importing item: ASImportableItem) {
    self.init(service: item.scope?.urls.first?.host() ?? "", user: "")
    for credential in item.credentials {
      switch credential {
      case .basicAuthentication(let login):
        user = login.userName?.value ?? user
        password = login.password?.value
      case .totp(let generator): codeLink = Self.link(of: generator, service: service)
      case .passkey(let key):
        guard let privateKey = try? P256.Signing.PrivateKey(derRepresentation: key.key) else { continue }
        passkey = Passkey(
          credentialID: key.credentialID, userHandle: key.userHandle, algorithm: ASCOSEAlgorithmIdentifier.ES256.rawValue,
          privateKey: privateKey.rawRepresentation)
        service = key.relyingPartyIdentifier
        if user.isEmpty { user = key.userName }
      // A real provider imports everything.
      default: continue
      }
    }
    guard !service.isEmpty, password != nil || codeLink != nil || passkey != nil else { return nil }
  }

  private static func generator(of link: String, user: String) throws -> ASImportableCredential.TOTP {
    let url = try SetupURL(parsing: link)
    let secret = url.parameters.secret.withBytes { Data($0) }
    return ASImportableCredential.TOTP(
      secret: secret, period: 30, digits: UInt16(url.parameters.digits), userName: user, algorithm: .sha1, issuer: url.issuer)
  }

  private static func link(of generator: ASImportableCredential.TOTP, service: String) -> String {
    let secret = generator.secret.withUnsafeBytes { bytes in
      Base32.encode(bytes).withBytes { String(decoding: $0, as: UTF8.self) }
    }
    var link = URLComponents()
    link.scheme = "otpauth"
    link.host = "totp"
    link.path = "/\(generator.issuer ?? service):\(generator.userName ?? "")"
    link.queryItems = [
      URLQueryItem(name: "secret", value: secret), URLQueryItem(name: "issuer", value: generator.issuer ?? service),
      URLQueryItem(name: "algorithm", value: generator.algorithm.rawValue.uppercased()),
      URLQueryItem(name: "digits", value: String(generator.digits)), URLQueryItem(name: "period", value: String(generator.period)),
    ]
    return link.string ?? ""
  }
}
