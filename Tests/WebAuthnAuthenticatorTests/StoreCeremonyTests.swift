// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import SecretMemory
import Testing
import WebAuthnAuthenticator
import WebAuthnModel
import WebDomains

@Suite("The operations with a store and a user (WebAuthn L3 §6.3.2 and §6.3.3)")
struct StoreCeremonyTests {
  private let store = CredentialsInMemory()
  private let person = ScriptedPerson()
  private let authenticator = WebAuthnAuthenticator(algorithms: WebAuthnAuthenticator.supportedAlgorithms)
  private let hash = [UInt8](repeating: 3, count: 32)

  private func request(user: UInt8 = 1, relyingParty: String = "shop.example") throws -> MakeCredentialRequest {
    MakeCredentialRequest(
      relyingPartyID: try RelyingPartyID(relyingParty), clientDataHash: hash, userHandle: try #require(UserHandle([user])),
      algorithms: [.es256])
  }

  private func assertionRequest(_ allowed: [CredentialID] = []) throws -> GetAssertionRequest {
    GetAssertionRequest(relyingPartyID: try RelyingPartyID("shop.example"), clientDataHash: hash, allowCredentialIDs: allowed)
  }

  @discardableResult
  private func make(_ request: MakeCredentialRequest, backup: CredentialBackup = .eligible) throws(WebAuthnAuthenticatorError)
    -> MadeCredential
  {
    var generator = SystemRandomNumberGenerator()
    return try authenticator.makeCredential(request, in: store, asking: person, backup: backup, using: &generator)
  }

  private func code(_ body: () throws(WebAuthnAuthenticatorError) -> Void) -> WebAuthnAuthenticatorError.Code? {
    do throws(WebAuthnAuthenticatorError) {
      try body()
      return nil
    } catch {
      return error.code
    }
  }

  private func makingCode(_ request: MakeCredentialRequest) -> WebAuthnAuthenticatorError.Code? {
    code { () throws(WebAuthnAuthenticatorError) in try make(request) }
  }

  private func gettingCode(_ request: GetAssertionRequest) -> WebAuthnAuthenticatorError.Code? {
    code { () throws(WebAuthnAuthenticatorError) in _ = try authenticator.getAssertion(request, in: store, asking: person) }
  }

  // MARK: authenticatorMakeCredential

  @Test("1. a hash that is not 32 bytes is an UnknownError, and the user is not asked")
  func makeStep1() throws {
    var request = try request()
    request.clientDataHash = [1]
    #expect(makingCode(request) == .unknown)
    #expect(person.asked.isEmpty)
  }

  @Test("2. no supported algorithm is a NotSupportedError, and the user is not asked")
  func makeStep2() throws {
    var request = try request()
    request.algorithms = [.ps256, .es384]
    #expect(makingCode(request) == .notSupported)
    #expect(person.asked.isEmpty)
  }

  @Test("2. and 7.1. the relying party's first supported algorithm is used", arguments: [COSEAlgorithm.rs256, .edDSA, .es256])
  func makeStep7(algorithm: COSEAlgorithm) throws {
    var request = try request()
    request.algorithms = [.ps256, algorithm, .es256]
    let made = try make(request)
    #expect(made.source.algorithm == algorithm)
    #expect(made.credential.publicKey.algorithm == algorithm)
  }

  @Test("3. an excluded credential is an InvalidStateError if the user agrees and a NotAllowedError otherwise")
  func makeStep3() throws {
    let known = try make(request()).source.id
    var again = try request(user: 2)
    again.excludeCredentialIDs = [known]
    #expect(makingCode(again) == .invalidState)
    person.gesture = .none
    #expect(makingCode(again) == .notAllowed)
    #expect(person.asked == ["make", "tell", "tell"])
  }

  @Test("3. a credential of another relying party excludes nothing")
  func makeStep3RelyingParty() throws {
    let known = try make(request(relyingParty: "bank.example")).source.id
    var again = try request()
    again.excludeCredentialIDs = [known]
    #expect(makingCode(again) == nil)
  }

  @Test("5. unavailable user verification is a ConstraintError, and failed verification a NotAllowedError")
  func makeStep5() throws {
    var request = try request()
    request.requireUserVerification = true
    person.canVerifyUser = false
    #expect(makingCode(request) == .constraint)
    person.canVerifyUser = true
    person.gesture.userVerified = false
    #expect(makingCode(request) == .notAllowed)
  }

  @Test("6. without consent nothing is created, unless the client collected it before")
  func makeStep6() throws {
    person.gesture = .none
    #expect(makingCode(try request()) == .notAllowed)
    var conditional = try request()
    conditional.requireUserPresence = false
    let flags = try make(conditional).attestationObject.authenticatorData.flags
    #expect(!flags.contains(.userPresent))
    #expect(!flags.contains(.userVerified))
  }

  @Test("7.4. an account's new credential supersedes its previous one, which the store keeps")
  func makeStep7Supersedes() throws {
    let first = try make(request()).source.id
    let other = try make(request(user: 2)).source.id
    let second = try make(request()).source.id
    #expect(store.credentials(of: try RelyingPartyID("shop.example")).map(\.id) == [second, other])
    #expect(store.superseded.map(\.id) == [first])
  }

  @Test(
    "10. and 13. the counter stays at zero, and BE and BS are those of the credential",
    arguments: [
      (CredentialBackup.deviceBound, false, false), (.eligible, true, false), (.backedUp, true, true),
    ])
  func backup(backup: CredentialBackup, eligible: Bool, state: Bool) throws {
    let made = try make(request(), backup: backup)
    let signed = try AuthenticatorData(parsing: authenticator.getAssertion(assertionRequest(), in: store, asking: person).authenticatorData)
    for data in [made.attestationObject.authenticatorData, signed] {
      #expect(data.signCount == 0)
      #expect(data.flags.contains(.backupEligible) == eligible)
      #expect(data.flags.contains(.backupState) == state)
    }
  }

  @Test(
    "12. the first supported statement format is used, and self attestation if no listed format decides",
    arguments: [
      (["none"], "none"), (["packed"], "packed"), (["tpm", "none", "packed"], "none"), ([], "packed"), (["tpm"], "packed"),
    ])
  func formats(wanted: [String], made: String) throws {
    var request = try request()
    request.attestationFormats = wanted
    let object = try make(request).attestationObject
    #expect(object.format == made)
    #expect(object.statement.mapValue?.isEmpty == (made == "none"))
  }

  // MARK: authenticatorGetAssertion

  @Test("3. the allow list restricts the credentials")
  func getStep3() throws {
    let ids = try (1...3).map { try make(request(user: $0)).source.id }
    #expect(try authenticator.getAssertion(assertionRequest([ids[0]]), in: store, asking: person).credentialID == ids[0])
    #expect(person.offered == [ids[0]])
    let stranger = try #require(CredentialID([7]))
    #expect(gettingCode(try assertionRequest([stranger])) == .notAllowed)
  }

  @Test("4. without an allow list, every discoverable credential is offered, newest first")
  func getStep4() throws {
    let ids = try (1...3).map { try make(request(user: $0)).source.id }
    var hidden = try request(user: 4)
    hidden.requireResidentKey = false
    try make(hidden)
    person.choice = 2
    #expect(try authenticator.getAssertion(assertionRequest(), in: store, asking: person).credentialID == ids[0])
    #expect(person.offered == ids.reversed())
  }

  @Test("5. and 6. only this relying party's credentials are considered")
  func getStep5() throws {
    let foreign = try make(request(relyingParty: "bank.example")).source.id
    #expect(gettingCode(try assertionRequest()) == .notAllowed)
    #expect(gettingCode(try assertionRequest([foreign])) == .notAllowed)
    #expect(!person.asked.contains("use"))
  }

  @Test("7. a user who is absent, not verified as required, or chooses none does not sign")
  func getStep7() throws {
    try make(request())
    var strict = try assertionRequest()
    strict.requireUserVerification = true
    person.gesture.userVerified = false
    #expect(gettingCode(strict) == .notAllowed)
    #expect(gettingCode(try assertionRequest()) == nil)
    person.gesture = .none
    #expect(gettingCode(try assertionRequest()) == .notAllowed)
    person.choice = nil
    #expect(gettingCode(try assertionRequest()) == .notAllowed)
  }

  // MARK: Extensions

  @Test("a credential has a PRF only if it was requested, and evaluates it only for a verified user")
  func pseudoRandomFunction() throws {
    var wanting = try request()
    let salts = try #require(PRFSalts(first: hash, second: hash))
    wanting.extensions.wantsPRF = true
    wanting.extensions.prfSalts = salts
    let made = try make(wanting)
    let created = try #require(made.extensionResults.prfResults)
    #expect(made.attestationObject.authenticatorData.extensions == ["hmac-secret": true])

    var asking = try assertionRequest([made.source.id])
    asking.extensions.prfSalts = salts
    let answered = try authenticator.getAssertion(asking, in: store, asking: person)
    let results = try #require(answered.extensionResults.prfResults)
    #expect(constantTimeEquals(results.first, created.first))
    #expect(constantTimeEquals(results.first, try #require(results.second)))
    // Authenticator data are signed and sent, so they must not contain a result (WebAuthn L3 §10.1.4).
    #expect(try AuthenticatorData(parsing: answered.authenticatorData).extensions == nil)

    person.gesture.userVerified = false
    #expect(try authenticator.getAssertion(asking, in: store, asking: person).extensionResults.prfResults == nil)

    person.gesture.userVerified = true
    let plain = try make(request(user: 2))
    #expect(plain.source.pseudoRandomFunction == nil)
    #expect(!plain.extensionResults.hasPRF)
  }

  @Test("salts for one credential override salts for all")
  func saltsByCredential() throws {
    var wanting = try request()
    wanting.extensions.wantsPRF = true
    let id = try make(wanting).source.id
    var asking = try assertionRequest([id])
    asking.extensions.prfSalts = PRFSalts(first: hash)
    let general = try #require(try authenticator.getAssertion(asking, in: store, asking: person).extensionResults.prfResults)
    asking.extensions.prfSaltsByCredential = [id: try #require(PRFSalts(first: hash.map { $0 ^ 1 }))]
    let special = try #require(try authenticator.getAssertion(asking, in: store, asking: person).extensionResults.prfResults)
    #expect(!constantTimeEquals(general.first, special.first))
    #expect(special.second == nil)
  }

  @Test("a salt is 32 bytes long")
  func saltLength() {
    #expect(PRFSalts(first: [1]) == nil)
    #expect(PRFSalts(first: hash, second: []) == nil)
  }

  @Test(
    "a credential is usable and discoverable as its protection level allows",
    arguments: [
      (CredentialProtection.userVerificationOptional, true, true), (.userVerificationOptionalWithCredentialIDList, true, false),
      (.userVerificationRequired, false, false),
    ])
  func protection(protection: CredentialProtection, listed: Bool, discovered: Bool) throws {
    var wanting = try request()
    wanting.extensions.protection = protection
    let made = try make(wanting)
    #expect(made.attestationObject.authenticatorData.extensions == ["credProtect": .unsigned(UInt64(protection.rawValue))])
    for verified in [true, false] {
      person.gesture.userVerified = verified
      #expect((gettingCode(try assertionRequest([made.source.id])) == nil) == (verified || listed))
      #expect((gettingCode(try assertionRequest()) == nil) == (verified || discovered))
    }
    var excluding = try request(user: 2)
    excluding.excludeCredentialIDs = [made.source.id]
    #expect(makingCode(excluding) == (listed ? .invalidState : nil))
  }

  @Test("a large blob is stored up to its limit and read back")
  func largeBlob() throws {
    try make(request())
    func perform(_ operation: GetAssertionExtensions.LargeBlobOperation) throws -> GetAssertionExtensionResults {
      var asking = try assertionRequest()
      asking.extensions.largeBlob = operation
      return try authenticator.getAssertion(asking, in: store, asking: person).extensionResults
    }
    #expect(try perform(.read).largeBlob == nil)
    #expect(try perform(.write([1, 2])).wroteLargeBlob == true)
    #expect(try perform(.read).largeBlob == [1, 2])
    #expect(
      try perform(.write(Array(repeating: 0, count: PublicKeyCredentialSource.maximumLargeBlobByteCount + 1))).wroteLargeBlob == false)
    #expect(try perform(.read).largeBlob == [1, 2])
  }

  @Test("the PRF keys of a credential with and without verification, and those of two credentials, all differ")
  func independentFunctions() throws {
    var wanting = try request()
    wanting.extensions.wantsPRF = true
    let functions = try ([1, 2] as [UInt8]).compactMap { (user) -> CredentialPRF? in
      wanting.userHandle = try #require(UserHandle([user]))
      return try make(wanting).source.pseudoRandomFunction
    }
    let keys = functions.flatMap { [$0.keyWithUserVerification, $0.keyWithoutUserVerification] }.map { key in key.withBytes { Array($0) } }
    #expect(Set(keys).count == 4)
  }
}
