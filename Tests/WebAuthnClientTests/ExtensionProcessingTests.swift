// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import Testing
import WebAuthnClient
import WebAuthnModel
import WebDomains

@Suite("The client's processing of extensions (WebAuthn L3 §10.1)")
struct ExtensionProcessingTests {
  private let caller: WebAuthnCaller
  private let id = CredentialID([1, 2, 3])

  init() throws {
    caller = WebAuthnCaller(origin: try Origin(parsing: "https://shop.example"))
  }

  private func creation(_ extensions: String, supporting supported: ClientExtensions = .all) throws -> PreparedCreation {
    let options = """
      {"rp":{"name":"Shop"},"user":{"id":"YW5uZQ","name":"anne","displayName":"Anne"},"challenge":"AAEC","pubKeyCredParams":[],
       "extensions":\(extensions)}
      """
    return try PreparedCreation(optionsJSON: Array(options.utf8), caller: caller, supporting: supported)
  }

  private func assertion(
    _ extensions: String, allowed: String = #"[{"type":"public-key","id":"AQID"}]"#, supporting supported: ClientExtensions = .all
  ) throws -> PreparedAssertion {
    let options = #"{"challenge":"AAEC","userVerification":"discouraged","allowCredentials":\#(allowed),"extensions":\#(extensions)}"#
    return try PreparedAssertion(optionsJSON: Array(options.utf8), caller: caller, supporting: supported)
  }

  private func exception(_ body: () throws -> Void) -> WebAuthnClientError.ExceptionName? {
    do {
      try body()
      return nil
    } catch {
      return (error as? WebAuthnClientError)?.exception
    }
  }

  @Test("prf: a salt is SHA-256 of the context, a zero byte and the input")
  func salts() throws {
    func salt(_ input: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: Array("WebAuthn PRF".utf8) + [0] + input)) }
    let prepared = try creation(#"{"prf":{"eval":{"first":"AAEC","second":""}}}"#)
    #expect(prepared.extensions.wantsPRF)
    #expect(prepared.extensions.prfSalts == PRFSalts(first: salt([0, 1, 2]), second: salt([])))
    // The example of the specification's test vectors.
    let seed = Array("WebAuthn PRF test vectors".utf8)
    let example = try #require(PRFSalts(hashing: PRFValuesJSON(first: Base64URL(seed + [2]), second: Base64URL(seed + [3]))))
    #expect(Base64URL(example.first).text == "UnQT67SCk3ct8w8DHFrEZQx94Uv5SYZxrhY0R7ancrM")
    #expect(Base64URL(example.second ?? []).text == "1orAMymhDuXg7INEkrualqDlR7r1Y794zL6HibIud2s")
  }

  @Test("prf: inputs by credential are a NotSupportedError in a registration and without an allow list")
  func byCredentialAlone() {
    let inputs = #"{"prf":{"evalByCredential":{"AQID":{"first":"AA"}}}}"#
    #expect(exception { _ = try creation(inputs) } == .notSupportedError)
    #expect(exception { _ = try assertion(inputs, allowed: "[]") } == .notSupportedError)
    #expect(exception { _ = try assertion(inputs) } == nil)
  }

  @Test("prf: a key that is not the ID of a listed credential is a SyntaxError", arguments: ["", "AQI", "AQID=", "!", "BAUG"])
  func byCredentialKeys(key: String) {
    #expect(exception { _ = try assertion(#"{"prf":{"evalByCredential":{"\#(key)":{"first":"AA"}}}}"#) } == .syntaxError)
  }

  @Test("prf: evaluating requires user verification, whatever the options say")
  func verification() throws {
    #expect(try assertion("{}").userVerification == .discouraged)
    #expect(try assertion(#"{"prf":{}}"#).userVerification == .discouraged)
    #expect(try assertion(#"{"prf":{"eval":{"first":"AA"}}}"#).userVerification == .required)
    #expect(try assertion(#"{"prf":{"evalByCredential":{"AQID":{"first":"AA"}}}}"#).userVerification == .required)
  }

  @Test("largeBlob: reading and writing are a NotSupportedError in a registration, as is support in an authentication")
  func largeBlobMisplaced() {
    #expect(exception { _ = try creation(#"{"largeBlob":{"read":true}}"#) } == .notSupportedError)
    #expect(exception { _ = try creation(#"{"largeBlob":{"write":"AA"}}"#) } == .notSupportedError)
    #expect(exception { _ = try assertion(#"{"largeBlob":{"support":"preferred"}}"#) } == .notSupportedError)
    #expect(exception { _ = try assertion(#"{"largeBlob":{"read":false,"write":"AA"}}"#) } == .notSupportedError)
  }

  @Test("largeBlob: writing needs exactly one listed credential")
  func largeBlobWriting() throws {
    let two = #"[{"type":"public-key","id":"AQID"},{"type":"public-key","id":"BAUG"}]"#
    #expect(exception { _ = try assertion(#"{"largeBlob":{"write":"AA"}}"#, allowed: two) } == .notSupportedError)
    #expect(exception { _ = try assertion(#"{"largeBlob":{"write":"AA"}}"#, allowed: "[]") } == .notSupportedError)
    #expect(try assertion(#"{"largeBlob":{"write":"AA"}}"#).extensions.largeBlob == .write([0]))
    #expect(try assertion(#"{"largeBlob":{"read":false}}"#).extensions.largeBlob == nil)
  }

  @Test("largeBlob: an unknown support value is treated as preferred")
  func largeBlobSupport() throws {
    #expect(try creation(#"{"largeBlob":{"support":"required"}}"#).extensions.largeBlobSupport == .required)
    #expect(try creation(#"{"largeBlob":{"support":"whatever"}}"#).extensions.largeBlobSupport == .preferred)
    #expect(try creation(#"{"largeBlob":{}}"#).extensions.largeBlobSupport == .preferred)
    #expect(try creation("{}").extensions.largeBlobSupport == nil)
  }

  @Test("credProtect: an unknown policy is a TypeError")
  func protection() throws {
    #expect(exception { _ = try creation(#"{"credentialProtectionPolicy":"never"}"#) } == .typeError)
    #expect(
      try creation(#"{"credentialProtectionPolicy":"userVerificationRequired"}"#).extensions.credentialProtectionPolicy
        == "userVerificationRequired")
  }

  @Test("an extension that the authenticator does not support is ignored, even if its input is invalid")
  func unsupported() throws {
    let prepared = try creation(
      #"{"credProps":true,"prf":{"evalByCredential":{}},"largeBlob":{"read":true},"credentialProtectionPolicy":"never"}"#,
      supporting: .credProps)
    #expect(prepared.extensions.wantsCredentialProperties)
    #expect(!prepared.extensions.wantsPRF)
    #expect(prepared.extensions.largeBlobSupport == nil)
    #expect(try assertion(#"{"prf":{"eval":{"first":"AA"}}}"#, supporting: []).userVerification == .discouraged)
  }

  @Test("outputs are returned only for requested extensions")
  func outputs() throws {
    let data = AuthenticatorData(relyingPartyID: try RelyingPartyID("shop.example"), flags: .userPresent, signCount: 0)
    var answer = AssertionAnswer(
      credentialID: try #require(id), authenticatorData: data.encoded, signature: [1], userHandle: nil)
    answer.prfResults = PRFValuesJSON(first: Base64URL([9]))
    answer.largeBlob = [8]
    func results(_ extensions: String) throws -> AuthenticationExtensionsClientOutputsJSON? {
      try assertion(extensions).response(to: answer).clientExtensionResults
    }
    #expect(try results("{}") == .init())
    #expect(try results(#"{"prf":{}}"#) == .init(prf: .init()))
    #expect(try results(#"{"prf":{"eval":{"first":"AA"}}}"#) == .init(prf: .init(results: answer.prfResults)))
    #expect(try results(#"{"largeBlob":{"read":true}}"#) == .init(largeBlob: .init(blob: Base64URL([8]))))
    answer.wroteLargeBlob = false
    #expect(try results(#"{"largeBlob":{"write":"AA"}}"#) == .init(largeBlob: .init(written: false)))
  }
}
