// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import CredentialModel
import CredentialProviderHost
import VaultProtocol
import CredentialVault
import Crypto
import Foundation
import SecretMemory
import Testing
import WebAuthnModel
import passfold_vault

extension VaultProviderTests {
  @Suite("Passkeys")
  @MainActor
  struct Passkeys {
    private static let hash = Data(SHA256.hash(data: Data("client data".utf8)))

    private static func registration(
      excluding excluded: [Data] = [], userVerification: String = "preferred", algorithms: [Int] = [-7],
      extensions: PasskeyExtensionInputsValue? = nil
    ) -> CredentialRequestValue {
      CredentialRequestValue(
        type: .passkeyRegistration,
        identity: CredentialIdentityValue(
          relyingPartyIdentifier: "shop.example", userName: "anne", credentialID: Data(), userHandle: Data([7]), recordIdentifier: nil),
        clientDataHash: hash, userVerification: userVerification, supportedAlgorithms: algorithms, excludedCredentialIDs: excluded,
        displayName: "Anne A.", extensions: extensions)
    }

    private static func assertion(
      _ credentialID: Data, record: String? = nil, userVerification: String = "preferred", extensions: PasskeyExtensionInputsValue? = nil
    ) -> CredentialRequestValue {
      CredentialRequestValue(
        type: .passkeyAssertion,
        identity: CredentialIdentityValue(
          relyingPartyIdentifier: "shop.example", userName: "anne", credentialID: credentialID, userHandle: Data([7]),
          recordIdentifier: record), clientDataHash: hash, userVerification: userVerification, extensions: extensions)
    }

    /// Registers a passkey with extensions or a certain algorithm, and returns its data and extension outputs.
    private func register(
      _ served: ServedVault, as request: CredentialRequestValue
    ) async throws -> (
      credential: AuthenticatorData.AttestedCredentialData, data: AuthenticatorData, outputs: PasskeyExtensionOutputsValue?
    ) {
      try served.send(.call(ProviderCall(1, .prepareInterfaceForPasskeyRegistration(request: request))))
      try served.act(.confirm, on: try await served.nextView())
      if request.userVerification == "required" { _ = try await served.nextView() }
      guard case .passkeyRegistration(_, _, _, let object, let outputs) = try await served.nextCompletion().result else {
        throw ServedVault.Ended()
      }
      let data = try AttestationObject(parsing: object).authenticatorData
      return (try #require(data.attestedCredentialData), data, outputs)
    }

    /// Signs with a passkey after typing the passphrase, and returns the extension outputs and secrets.
    private func assert(
      _ served: ServedVault, _ id: Data, _ extensions: PasskeyExtensionInputsValue
    ) async throws -> (outputs: PasskeyExtensionOutputsValue?, secret: [UInt8]) {
      served.household.person.will(.types(Household.passphrase))
      let request = Self.assertion(id, userVerification: "required", extensions: extensions)
      try served.send(.call(ProviderCall(1, .prepareInterfaceToProvideCredential(request: request))))
      _ = try await served.nextView()
      guard case .passkeyAssertion(_, _, _, _, _, _, let outputs) = try await served.nextCompletion().result else {
        throw ServedVault.Ended()
      }
      return (outputs, served.lastSecret)
    }

    private static func salts(_ first: UInt8, _ second: UInt8? = nil) -> PasskeyExtensionInputsValue.Salts {
      PasskeyExtensionInputsValue.Salts(
        first: Data(repeating: first, count: 32), second: second.map { Data(repeating: $0, count: 32) })
    }

    @Test("a new passkey is in the identity store before the relying party learns of it")
    func publishedFirst() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let publisher = IdentityPublisher(session: served.household.session, store: served.store) { _ in }
      ProviderEnvironment.current?.publishPasskey = { await publisher.publishPasskey($0) }
      try served.send(.call(ProviderCall(1, .prepareInterfaceForPasskeyRegistration(request: Self.registration()))))
      try served.act(.confirm, on: try await served.nextView())
      guard case .store(let question, .save(let page)) = try await served.next().message else { throw ServedVault.Ended() }
      let published = try #require(try page.identities().first)
      try served.send(.storeReply(request: question, frame: .done))
      guard case .passkeyRegistration(_, _, let id, _, _) = try await served.nextCompletion().result else { throw ServedVault.Ended() }
      #expect(published.kind == .passkey && published.credentialID == id)
      await served.leave()
    }

    @Test("PRF results are the same for the same salts, after user verification, and only in the secret part")
    func pseudoRandomFunction() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      var wanted = PasskeyExtensionInputsValue()
      wanted.wantsPRF = true
      let made = try await register(served, as: Self.registration(extensions: wanted))
      #expect(made.outputs?.hasPRF == true && made.outputs?.prfResultCount == 0)
      #expect(made.data.extensions != nil)
      let id = Data(made.credential.credentialID.bytes)

      var evaluated = PasskeyExtensionInputsValue()
      evaluated.salts = Self.salts(1, 2)
      let both = try await assert(served, id, evaluated)
      #expect(both.outputs?.prfResultCount == 2 && both.secret.count == 64)
      evaluated.salts = Self.salts(9)
      evaluated.saltsByCredential = [.init(credentialID: id, salts: Self.salts(2))]
      let one = try await assert(served, id, evaluated)
      #expect(one.outputs?.prfResultCount == 1)
      #expect(one.secret == Array(both.secret[32...]))
      guard case .passkey(let record) = try await served.vault.record(try #require(try await served.vault.summaries().first?.id)),
        let keys = record.pseudoRandomFunction
      else { throw ServedVault.Ended() }
      let key = keys.withUserVerification.withBytes { SymmetricKey(data: $0) }
      #expect(one.secret == Array(HMAC<SHA256>.authenticationCode(for: Data(repeating: 2, count: 32), using: key)))
      await served.leave()
    }

    @Test("a registration evaluates the PRF only with user verification")
    func pseudoRandomFunctionAtOnce() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      var wanted = PasskeyExtensionInputsValue()
      wanted.wantsPRF = true
      wanted.salts = Self.salts(1)
      let unverified = try await register(served, as: Self.registration(extensions: wanted))
      #expect(unverified.outputs?.hasPRF == true && unverified.outputs?.prfResultCount == 0)
      served.household.person.will(.types(Household.passphrase))
      let verified = try await register(served, as: Self.registration(userVerification: "required", extensions: wanted))
      #expect(verified.outputs?.prfResultCount == 1 && served.lastSecret.count == 32)
      #expect(verified.data.flags.contains(.userVerified))
      await served.leave()
    }

    @Test(
      "unlocking the vault for a registration is user verification, so its PRF is evaluated whatever the request prefers",
      arguments: ["preferred", "discouraged"], [false, true])
    func pseudoRandomFunctionAfterUnlocking(userVerification: String, locksDuringTheQuestion: Bool) async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      var wanted = PasskeyExtensionInputsValue()
      wanted.wantsPRF = true
      wanted.salts = Self.salts(1, 2)
      let request = Self.registration(userVerification: userVerification, extensions: wanted)
      served.household.person.will(.types(Household.passphrase))
      if !locksDuringTheQuestion { await served.household.session.lock() }
      try served.send(.call(ProviderCall(1, .prepareInterfaceForPasskeyRegistration(request: request))))
      if !locksDuringTheQuestion { #expect(try await served.nextView().busy == true) }
      let question = try await served.nextView()
      #expect(question.kind == .confirmation)
      if locksDuringTheQuestion { await served.household.session.lock() }
      try served.act(.confirm, on: question)
      if locksDuringTheQuestion { #expect(try await served.nextView().busy == true) }
      guard case .passkeyRegistration(_, _, let id, let object, let outputs) = try await served.nextCompletion().result else {
        throw ServedVault.Ended()
      }
      #expect(try AttestationObject(parsing: object).authenticatorData.flags.contains(.userVerified))
      #expect(outputs?.hasPRF == true && outputs?.prfResultCount == 2)
      let atOnce = served.lastSecret

      // The same results as in an assertion that requires verification.
      var evaluated = PasskeyExtensionInputsValue()
      evaluated.salts = Self.salts(1, 2)
      let later = try await assert(served, id, evaluated)
      #expect(later.secret.count == 64 && later.secret == atOnce)
      await served.leave()
    }

    @Test("a passkey created without a PRF has none later, and reports no extensions that were not requested")
    func noPseudoRandomFunction() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let made = try await register(served, as: Self.registration())
      #expect(made.outputs == nil)
      #expect(made.data.extensions == nil)
      var wanted = PasskeyExtensionInputsValue()
      wanted.salts = Self.salts(1)
      let answer = try await assert(served, Data(made.credential.credentialID.bytes), wanted)
      #expect(answer.outputs?.prfResultCount == 0 && answer.secret.isEmpty)
      await served.leave()
    }

    @Test("large-blob data is stored and read back, up to the size limit")
    func largeBlob() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      var wanted = PasskeyExtensionInputsValue()
      wanted.largeBlobSupport = "required"
      let made = try await register(served, as: Self.registration(extensions: wanted))
      #expect(made.outputs?.keepsLargeBlob == true)
      let id = Data(made.credential.credentialID.bytes)
      func run(_ operation: PasskeyExtensionInputsValue.LargeBlobOperation) async throws -> (PasskeyExtensionOutputsValue?, [UInt8]) {
        var value = PasskeyExtensionInputsValue()
        value.largeBlob = operation
        try served.send(.call(ProviderCall(1, .provideCredentialWithoutUserInteraction(request: Self.assertion(id, extensions: value)))))
        guard case .passkeyAssertion(_, _, _, _, _, _, let outputs) = try await served.nextCompletion().result else {
          throw ServedVault.Ended()
        }
        return (outputs, served.lastSecret)
      }
      #expect(try await run(.read).0?.largeBlobByteCount == nil)
      #expect(try await run(.write(Data("a certificate".utf8))).0?.wroteLargeBlob == true)
      #expect(try await run(.write(Data(count: 4097))).0?.wroteLargeBlob == false)
      let (outputs, secret) = try await run(.read)
      #expect(outputs?.largeBlobByteCount == 13)
      #expect(secret == Array("a certificate".utf8))
      await served.leave()
    }

    @Test("a passkey that requires user verification asks for the passphrase even if verification is discouraged")
    func protection() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      var wanted = PasskeyExtensionInputsValue()
      wanted.protectionPolicy = "userVerificationRequired"
      let made = try await register(served, as: Self.registration(extensions: wanted))
      #expect(made.data.extensions != nil)
      let id = Data(made.credential.credentialID.bytes)
      let request = Self.assertion(id, userVerification: "discouraged")
      try served.send(.call(ProviderCall(1, .provideCredentialWithoutUserInteraction(request: request))))
      #expect(try await served.nextCancellation().code == 100)
      served.household.person.will(.types(Household.passphrase))
      try served.send(.call(ProviderCall(1, .prepareInterfaceToProvideCredential(request: request))))
      #expect(try await served.nextView().busy == true)
      guard case .passkeyAssertion(_, _, _, _, let data, _, _) = try await served.nextCompletion().result else { throw ServedVault.Ended() }
      #expect(try AuthenticatorData(parsing: data).flags.contains(.userVerified))

      // A service that excludes it does not learn of it without verification.
      try served.send(.call(ProviderCall(1, .prepareInterfaceForPasskeyRegistration(request: Self.registration(excluding: [id])))))
      let question = try await served.nextView()
      #expect(question.title.hasPrefix("Create a passkey"))
      try served.act(.cancel, on: question)
      #expect(try await served.nextCancellation().code == 1)
      await served.leave()
    }

    @Test(
      "a new key is EdDSA if the service prefers it, and RS256 only if nothing else is accepted",
      arguments: [
        ([-8, -7], -8), ([-257, -7], -7), ([-999, -257], -257),
      ])
    func keys(algorithms: [Int], chosen: Int) async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let made = try await register(served, as: Self.registration(algorithms: algorithms))
      #expect(made.credential.publicKey.algorithm.rawValue == chosen)
      await served.household.session.lock()
      served.household.person.will(.types(Household.passphrase))
      let id = Data(made.credential.credentialID.bytes)
      try served.send(.call(ProviderCall(1, .prepareInterfaceToProvideCredential(request: Self.assertion(id)))))
      _ = try await served.nextView()
      guard case .passkeyAssertion(_, _, let signature, _, let data, _, nil) = try await served.nextCompletion().result else {
        throw ServedVault.Ended()
      }
      #expect(made.credential.publicKey.isValidSignature([UInt8](signature), over: [UInt8](data + Self.hash)))
      await served.leave()
    }

    /// Registers a passkey and returns its credential data.
    private func register(_ served: ServedVault) async throws -> (
      credential: AuthenticatorData.AttestedCredentialData, flags: AuthenticatorData.Flags
    ) {
      try served.send(.call(ProviderCall(1, .prepareInterfaceForPasskeyRegistration(request: Self.registration()))))
      let view = try await served.nextView()
      #expect(view.kind == .confirmation)
      #expect(view.title.contains("shop.example"))
      #expect(view.details?.map(\.value) == ["shop.example", "anne", "Anne A."])
      try served.act(.confirm, on: view)
      guard case .passkeyRegistration("shop.example", Self.hash, let id, let object, _) = try await served.nextCompletion().result else {
        throw ServedVault.Ended()
      }
      let attestation = try AttestationObject(parsing: object)
      #expect(attestation.format == "none")
      let credential = try #require(attestation.authenticatorData.attestedCredentialData)
      #expect(Data(credential.credentialID.bytes) == id)
      return (credential, attestation.authenticatorData.flags)
    }

    @Test("a new passkey is stored and signs verifiably, without claiming user verification")
    func roundTrip() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let (credential, flags) = try await register(served)
      #expect(flags.contains(.userPresent))
      #expect(!flags.contains(.userVerified))
      let id = Data(credential.credentialID.bytes)
      try served.send(.call(ProviderCall(1, .provideCredentialWithoutUserInteraction(request: Self.assertion(id)))))
      guard
        case .passkeyAssertion(let user, "shop.example", let signature, Self.hash, let data, id, nil) = try await served.nextCompletion()
          .result
      else { throw ServedVault.Ended() }
      #expect(user == Data([7]))
      let parsed = try AuthenticatorData(parsing: data)
      #expect(parsed.flags.contains(.userPresent))
      #expect(!parsed.flags.contains(.userVerified))
      guard case .p256(let x, let y) = credential.publicKey.material else { throw ServedVault.Ended() }
      let key = try P256.Signing.PublicKey(rawRepresentation: x + y)
      #expect(key.isValidSignature(try P256.Signing.ECDSASignature(derRepresentation: signature), for: data + Self.hash))
      await served.leave()
    }

    @Test("required user verification is performed in this ceremony, and only then claimed")
    func verification() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let id = Data(try await register(served).credential.credentialID.bytes)
      let request = Self.assertion(id, userVerification: "required")
      try served.send(.call(ProviderCall(1, .provideCredentialWithoutUserInteraction(request: request))))
      #expect(try await served.nextCancellation().code == 100)
      let asked = served.household.person.passphraseQuestions.count
      served.household.person.will(.types(Household.passphrase))
      try served.send(.call(ProviderCall(1, .prepareInterfaceToProvideCredential(request: request))))
      #expect(try await served.nextView().busy == true)
      guard case .passkeyAssertion(_, _, _, _, let data, _, _) = try await served.nextCompletion().result else { throw ServedVault.Ended() }
      #expect(try AuthenticatorData(parsing: data).flags.contains(.userVerified))
      #expect(served.household.person.passphraseQuestions.count == asked + 1)
      await served.leave()
    }

    @Test("a PIN verifies the user only in its own ceremony, and other requests are answered during the prompt")
    func verificationByPIN() async throws {
      let chip = try SoftwareChip()
      defer { chip.stop() }
      let served = try await ServedVault(chip: chip.chip)
      let (session, person) = (served.household.session, served.household.person)
      try await served.household.settle()
      let id = Data(try await register(served).credential.credentialID.bytes)
      person.will(.types(Household.passphrase), .types(SoftwareChip.pin))
      try await session.choosePIN(for: "passfold")

      let asked = person.passphraseQuestions.count
      person.will(.waits(SoftwareChip.pin))
      try served.send(
        .call(ProviderCall(1, .prepareInterfaceToProvideCredential(request: Self.assertion(id, userVerification: "required")))))
      _ = try await served.nextView()
      while person.passphraseQuestions.count == asked { await Task.yield() }
      // Other requests are answered while the prompt is open.
      #expect(try await session.vault().summaries().count == 1)
      let desk = ManagementDesk(session: session, clock: CodeClock(file: nil))
      let answer = await desk.answer(.status, secret: nil, from: AskedDesk.stranger).answer
      guard case .status(let status) = answer else { throw ServedVault.Ended() }
      #expect(status.state == .unlocked && status.pin == .ready)
      person.stopWaiting()
      guard case .passkeyAssertion(_, _, _, _, let verified, _, _) = try await served.nextCompletion().result else {
        throw ServedVault.Ended()
      }
      #expect(try AuthenticatorData(parsing: verified).flags.contains(.userVerified))
      #expect(person.passphraseQuestions.count == asked + 1 && person.passphraseQuestions.last?.label == "PIN:")

      // The PIN of the previous ceremony does not verify the user in this one.
      try served.send(
        .call(ProviderCall(1, .prepareInterfaceToProvideCredential(request: Self.assertion(id, userVerification: "preferred")))))
      guard case .passkeyAssertion(_, _, _, _, let present, _, _) = try await served.nextCompletion().result else {
        throw ServedVault.Ended()
      }
      #expect(try !AuthenticatorData(parsing: present).flags.contains(.userVerified))
      await served.leave()
    }

    @Test("a finger verifies the user only in its own ceremony")
    func verificationByFinger() async throws {
      let chip = try SoftwareChip()
      defer { chip.stop() }
      let served = try await ServedVault(chip: chip.chip)
      let (session, person, reader) = (served.household.session, served.household.person, PlayedReader())
      await session.use(reader.reader)
      try await served.household.settle()
      let id = Data(try await register(served).credential.credentialID.bytes)
      person.will(.types(Household.passphrase))
      try await session.chooseFinger(for: "passfold")

      person.will(.waits("never typed"))
      reader.will(true)
      for (wish, isVerified) in [("required", true), ("preferred", false)] {
        let request = Self.assertion(id, userVerification: wish)
        try served.send(.call(ProviderCall(1, .prepareInterfaceToProvideCredential(request: request))))
        if isVerified { _ = try await served.nextView() }
        guard case .passkeyAssertion(_, _, _, _, let data, _, _) = try await served.nextCompletion().result else {
          throw ServedVault.Ended()
        }
        #expect(try AuthenticatorData(parsing: data).flags.contains(.userVerified) == isVerified)
      }
      #expect(reader.asked == 1)
      await served.leave()
    }

    @Test("the passphrase that unlocks the vault for a request also verifies the user, without a second prompt")
    func unlockVerifies() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let id = Data(try await register(served).credential.credentialID.bytes)
      let record = try await served.vault.summaries().first?.id.description
      await served.household.session.lock()
      served.household.person.will(.types(Household.passphrase))
      let request = Self.assertion(id, record: record, userVerification: "required")
      try served.send(.call(ProviderCall(1, .prepareInterfaceToProvideCredential(request: request))))
      _ = try await served.nextView()
      guard case .passkeyAssertion(_, _, _, _, let data, _, _) = try await served.nextCompletion().result else { throw ServedVault.Ended() }
      #expect(try AuthenticatorData(parsing: data).flags.contains(.userVerified))
      await served.leave()
    }

    @Test("a conditionally created passkey is erased if its request is cancelled first, and kept if it was answered")
    func madeForNobody() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      try await served.addPassword("shop.example")
      let request = ProviderCall(1, .performPasskeyRegistrationWithoutUserInteractionIfPossible(request: Self.registration()))
      var changes = await served.household.session.changes().makeAsyncIterator()
      ProviderEnvironment.current?.publishPasskey = { _ in
        #expect(throws: Never.self) { try served.send(.call(ProviderCall(1, .cancel))) }
        while !Task.isCancelled { await Task.yield() }
      }
      try served.send(.call(request))
      _ = await changes.next(isolation: MainActor.shared)
      #expect(try await served.vault.summaries(kind: .passkey).isEmpty)
      #expect(try await served.vault.trashedSummaries().isEmpty)

      ProviderEnvironment.current?.publishPasskey = { _ in }
      try served.send(.call(request))
      guard case .passkeyRegistration = try await served.nextCompletion().result else { throw ServedVault.Ended() }
      #expect(try await served.vault.summaries(kind: .passkey).count == 1)
      await served.leave()
    }

    @Test("no passkey is conditionally created for a user name that has one, whatever the user handle")
    func sameName() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      try await served.addPassword("shop.example")
      var request = Self.registration()
      for handle in [7, 8] as [UInt8] {
        request.identity.userHandle = Data([handle])
        try served.send(.call(ProviderCall(1, .performPasskeyRegistrationWithoutUserInteractionIfPossible(request: request))))
        if handle == 7 { _ = try await served.nextCompletion() } else { #expect(try await served.nextCancellation().code == 102) }
      }
      #expect(try await served.vault.summaries(kind: .passkey).count == 1)
      await served.leave()
    }

    @Test("a conditional registration fails immediately if its record is too long or needs an RSA key")
    func notMadeUnasked() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      try await served.addPassword("shop.example")
      var tooLong = Self.registration()
      tooLong.displayName = String(repeating: "A", count: 80_000)
      for (request, reason) in [(tooLong, "recordTooLong"), (Self.registration(algorithms: [-257]), "algorithm")] {
        try served.send(.call(ProviderCall(1, .performPasskeyRegistrationWithoutUserInteractionIfPossible(request: request))))
        let end = try await served.nextCancellation()
        #expect((end.code, end.reason) == (0, reason))
      }
      #expect(try await served.vault.summaries(kind: .passkey).isEmpty)
      await served.leave()
    }

    @Test("an excluded passkey is revealed only after the user continues")
    func excluded() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let id = Data(try await register(served).credential.credentialID.bytes)
      for (action, code) in [(ViewEventValue.Action.cancel, 1), (.confirm, 102)] {
        try served.send(.call(ProviderCall(1, .prepareInterfaceForPasskeyRegistration(request: Self.registration(excluding: [id])))))
        let view = try await served.nextView()
        try served.act(action, on: view)
        #expect(try await served.nextCancellation().code == code)
      }
      #expect(try await served.vault.summaries().count == 1)
      await served.leave()
    }

    @Test("a second passkey for the same account replaces the first, which moves to the trash")
    func replacement() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let first = try await register(served).credential.credentialID
      try await served.takeAnswer()
      let second = try await register(served).credential.credentialID
      try await served.takeAnswer()
      #expect(try await served.vault.summaries().map(\.credentialID) == [second.bytes])
      #expect(try await served.vault.trashedSummaries().map(\.credentialID) == [first.bytes])
      await served.leave()
    }

    @Test("a passkey whose request is cancelled while its answer is delivered is erased, and the old one is kept")
    func givenUpAtTheYes() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let first = try await register(served).credential.credentialID
      try await served.takeAnswer()
      _ = try await register(served)
      try await served.takeAnswer(whileGivingUp: true)
      #expect(try await served.vault.summaries().map(\.credentialID) == [first.bytes])
      #expect(try await served.vault.trashedSummaries().isEmpty)
      await served.leave()
    }

    @Test("a passkey whose request is cancelled before its answer is erased, and the old one is kept")
    func givenUpBeforeTheAnswer() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let first = try await register(served).credential.credentialID
      try await served.takeAnswer()
      ProviderEnvironment.current?.publishPasskey = { _ in
        #expect(throws: Never.self) { try served.send(.call(ProviderCall(1, .cancel))) }
        while !Task.isCancelled { await Task.yield() }
      }
      var changes = await served.household.session.changes().makeAsyncIterator()
      try served.send(.call(ProviderCall(1, .prepareInterfaceForPasskeyRegistration(request: Self.registration()))))
      try served.act(.confirm, on: try await served.nextView())
      _ = await changes.next(isolation: MainActor.shared)
      #expect(try await served.vault.summaries().map(\.credentialID) == [first.bytes])
      #expect(try await served.vault.trashedSummaries().isEmpty)
      await served.leave()
    }

    @Test("both passkeys are kept if the connection ends before the answer is acknowledged")
    func conversationEnded() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let first = try await register(served).credential.credentialID
      let second = try await register(served).credential.credentialID
      let vault = try await served.vault
      await served.leave()
      // The provider can do nothing to either of them any more.
      #expect(try Set(vault.summaries().map(\.credentialID)) == [first.bytes, second.bytes])
    }

    @Test("unknown algorithms end the registration, and nothing is stored")
    func algorithms() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      try served.send(.call(ProviderCall(1, .prepareInterfaceForPasskeyRegistration(request: Self.registration(algorithms: [-999])))))
      try served.act(.confirm, on: try await served.nextView())
      #expect(try await served.nextCancellation().code == 0)
      #expect(try await served.vault.summaries().isEmpty)
      await served.leave()
    }

    @Test("a list for a passkey request shows the matching passkeys before the passwords")
    func list() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let id = Data(try await register(served).credential.credentialID.bytes)
      try await served.addPassword("shop.example")
      let services = [ServiceIdentifierValue(identifier: "shop.example", kind: .domain)]
      func parameters(_ allowed: [Data]) -> PasskeyParametersValue {
        PasskeyParametersValue(
          relyingPartyIdentifier: "shop.example", clientDataHash: Self.hash, userVerification: "discouraged", allowedCredentials: allowed)
      }
      try served.send(.call(ProviderCall(1, .prepareCredentialList(services: services, parameters: parameters([Data([9])])))))
      let other = try await served.nextView()
      #expect(other.rows?.count == 1)
      try served.act(.cancel, on: other)
      _ = try await served.nextCancellation()
      try served.send(.call(ProviderCall(1, .prepareCredentialList(services: services, parameters: parameters([id])))))
      let view = try await served.nextView()
      #expect(view.rows?.map(\.subtitle) == ["Passkey · anne", "Password · anne"])
      try served.act(.choose, on: view, row: view.rows?.first?.id)
      guard case .passkeyAssertion = try await served.nextCompletion().result else { throw ServedVault.Ended() }
      await served.leave()
    }
  }
}
