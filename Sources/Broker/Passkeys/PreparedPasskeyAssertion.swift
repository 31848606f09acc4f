// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials
import WebAuthnClient
import WebAuthnModel
import WebDomains

/// A page's pending assertion, between the client's algorithms and a provider.
struct PreparedPasskeyAssertion: Sendable {
  private let prepared: PreparedAssertion

  /// Runs the client's steps on a page's options.
  ///
  /// - Throws: `badRequest` or `notAllowedHere` with the DOMException name that the page may see.
  init(options: JSONValue, caller: JudgedCaller) throws(ClientFailure) {
    do throws(WebAuthnClientError) {
      prepared = try PreparedAssertion(optionsJSON: options.encoded, caller: caller.webAuthnCaller, supporting: .all)
    } catch {
      throw ClientFailure(error)
    }
  }

  /// Runs the client's steps on an app's options.
  ///
  /// - Throws: As for a page.
  init(options: PublicKeyCredentialRequestOptionsJSON, caller: JudgedCaller) throws(ClientFailure) {
    do throws(WebAuthnClientError) {
      prepared = try PreparedAssertion(options: options, caller: caller.webAuthnCaller, supporting: .all)
    } catch {
      throw ClientFailure(error)
    }
  }

  var relyingPartyID: String { prepared.relyingPartyID.name }

  /// The time limit for the user.
  var timeout: Duration { prepared.timeout ?? CeremonyTimeout.default }

  var allowedCredentialIDs: Set<[UInt8]> { Set(prepared.allowCredentialIDs.map(\.bytes)) }

  /// The parameters for a provider's list of sign-ins, in addition to the service.
  var parameters: PasskeyParametersValue {
    PasskeyParametersValue(
      relyingPartyIdentifier: relyingPartyID, clientDataHash: Data(prepared.clientDataHash),
      userVerification: prepared.userVerification.rawValue, allowedCredentials: prepared.allowCredentialIDs.map { Data($0.bytes) },
      extensions: extensions)
  }

  /// Returns the request for the assertion by one passkey; of the salts by credential, only its own apply (WebAuthn L3 §10.1.4).
  func request(for identity: CredentialIdentityValue) -> CredentialRequestValue {
    var extensions = extensions
    extensions?.saltsByCredential.removeAll { $0.credentialID != identity.credentialID }
    return CredentialRequestValue(
      type: .passkeyAssertion, identity: identity, clientDataHash: Data(prepared.clientDataHash),
      userVerification: prepared.userVerification.rawValue, extensions: extensions)
  }

  private var extensions: PasskeyExtensionInputsValue? {
    let wanted = prepared.extensions
    guard wanted.evaluatesPRF || wanted.largeBlob != nil else { return nil }
    var value = PasskeyExtensionInputsValue()
    value.salts = wanted.prfSalts.map(PasskeyExtensionInputsValue.Salts.init)
    value.saltsByCredential = wanted.prfSaltsByCredential.map { credential, salts in
      PasskeyExtensionInputsValue.CredentialSalts(
        credentialID: Data(credential.bytes), salts: PasskeyExtensionInputsValue.Salts(salts))
    }
    value.largeBlob =
      switch wanted.largeBlob {
      case .read?: .read
      case .write(let bytes)? where bytes.count <= ProviderExtensions.largeBlobLimit: .write(Data(bytes))
      case .write?, nil: nil
      }
    return value
  }

  /// Returns the response for the page.
  func response(_ assertion: ProviderAssertion) throws(ClientFailure) -> JSONValue {
    JSONValue(of: try checkedResponse(assertion))
  }

  /// Returns the response after verifying its consistency.
  func checkedResponse(_ assertion: ProviderAssertion) throws(ClientFailure) -> AuthenticationResponseJSON {
    guard let credentialID = CredentialID(assertion.credentialID) else {
      throw ClientFailure(.providerFailed, exception: "NotAllowedError")
    }
    var answer = AssertionAnswer(
      credentialID: credentialID, authenticatorData: assertion.authenticatorData, signature: assertion.signature,
      userHandle: UserHandle(assertion.userHandle))
    answer.prfResults = assertion.extensions.prfResults
    answer.largeBlob = assertion.extensions.largeBlob
    // Data too long to be passed on, or not mentioned by the provider, was not written.
    answer.wroteLargeBlob = extensions?.largeBlob != nil && assertion.extensions.wroteLargeBlob == true
    do throws(WebAuthnClientError) {
      return try prepared.response(to: answer)
    } catch {
      throw ClientFailure(.providerFailed, exception: error.exception.rawValue)
    }
  }
}

extension PasskeyExtensionInputsValue.Salts {
  /// Creates salts from those hashed by the client.
  init(_ salts: PRFSalts) {
    self.init(first: Data(salts.first), second: salts.second.map { Data($0) })
  }
}

extension ClientFailure {
  /// Creates a failure that tells the user which rule a ceremony broke, and the page no more than the specification allows.
  init(_ error: WebAuthnClientError) {
    let badRequests: Set<WebAuthnClientError.ExceptionName> = [.typeError, .notSupportedError, .syntaxError]
    let code: Code = badRequests.contains(error.exception) ? .badRequest : .notAllowedHere
    self.init(code, exception: error.exception.rawValue, detail: error.exception == .securityError ? "relyingPartyMismatch" : nil)
  }
}

extension JSONValue {
  /// The value as UTF-8.
  var encoded: [UInt8] { (try? JSONEncoder().encode(self)).map { [UInt8]($0) } ?? [] }

  /// Creates the JSON form of an encodable value.
  init(of value: some Encodable) {
    self = (try? JSONEncoder().encode(value)).flatMap { try? JSONDecoder().decode(JSONValue.self, from: $0) } ?? .null
  }
}
