// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials

struct PreparedPasskeyAssertion: Sendable {
  let relyingPartyID: String
  let allowedCredentialIDs: Set<[UInt8]>
  var parameters: PasskeyParametersValue
  init(options: JSONValue, caller: JudgedCaller) throws(ClientFailure) { throw ClientFailure(.badRequest) }
  func request(for identity: CredentialIdentityValue) -> CredentialRequestValue {
    CredentialRequestValue(type: .passkeyAssertion, identity: identity)
  }
  func response(_ a: ProviderAssertion) throws(ClientFailure) -> JSONValue { .null }
}
struct PreparedPasskeyRegistration: Sendable {
  var request: CredentialRequestValue
  init(options: JSONValue, caller: JudgedCaller) throws(ClientFailure) { throw ClientFailure(.badRequest) }
  func response(credentialID: [UInt8], attestationObject: [UInt8]) throws(ClientFailure) -> JSONValue { .null }
}
