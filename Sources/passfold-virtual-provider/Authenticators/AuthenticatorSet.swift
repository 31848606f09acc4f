// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import Broker
package import BrokerProtocol
import Foundation
package import WebAuthnClient
package import WebAuthnModel
import WebAuthnAuthenticator
import WebDomains

/// The authenticators of one session, asked in the order in which they were added.
package actor AuthenticatorSet: VirtualAuthenticators {
  /// The time limit of a request without its own.
  private static let defaultMilliseconds = 300_000.0
  private static let longestMilliseconds = 600_000.0

  private let wait: @Sendable (Duration) async throws -> Void
  private var order: [String] = []
  private var kept: [String: VirtualAuthenticator] = [:]
  private var lastNumber = 0

  /// Creates a set without an authenticator.
  ///
  /// - Parameter wait: Returns after a duration has passed; throws when its task is cancelled.
  package init(wait: @escaping @Sendable (Duration) async throws -> Void) {
    self.wait = wait
  }

  // MARK: Commands

  /// Adds an authenticator and returns its identifier.
  package func add(_ configuration: AuthenticatorConfiguration) throws(CommandError) -> String {
    guard order.count < 64 else { throw CommandError(.unsupportedOperation, "there are 64 authenticators already") }
    lastNumber += 1
    let id = String(lastNumber)
    order.append(id)
    kept[id] = VirtualAuthenticator(configuration: configuration)
    return id
  }

  /// Removes an authenticator.
  package func remove(_ id: String) throws(CommandError) {
    guard kept.removeValue(forKey: id) != nil else { throw unknown(id) }
    order.removeAll { $0 == id }
  }

  /// Adds a credential to an authenticator, replacing one with the same ID.
  package func addCredential(_ credential: VirtualCredential, to id: String) throws(CommandError) {
    try change(id) { authenticator throws(CommandError) in
      guard !credential.source.isDiscoverable || authenticator.configuration.hasResidentKey else {
        throw CommandError(.invalidArgument, "the authenticator has no resident keys")
      }
      guard credential.source.largeBlob == nil || authenticator.configuration.extensions.contains(.largeBlob) else {
        throw CommandError(.invalidArgument, "the authenticator keeps no large blobs")
      }
      authenticator.credentials.removeAll { $0.source.id == credential.source.id }
      authenticator.credentials.append(credential.saysBackup ? credential : credential.backed(up: authenticator.backup))
    }
  }

  /// Returns the credentials of an authenticator, oldest first.
  package func credentials(of id: String) throws(CommandError) -> [VirtualCredential] {
    guard let authenticator = kept[id] else { throw unknown(id) }
    return authenticator.credentials
  }

  /// Removes a credential.
  package func removeCredential(_ credential: [UInt8], from id: String) throws(CommandError) {
    try change(id) { authenticator throws(CommandError) in
      let count = authenticator.credentials.count
      authenticator.credentials.removeAll { $0.source.id.bytes == credential }
      guard authenticator.credentials.count < count else { throw CommandError(.invalidArgument, "there is no such credential") }
    }
  }

  /// Removes all credentials.
  package func removeAllCredentials(from id: String) throws(CommandError) {
    try change(id) { authenticator throws(CommandError) in authenticator.credentials = [] }
  }

  /// Sets whether the user is verified from now on.
  package func setUserVerified(_ isVerified: Bool, in id: String) throws(CommandError) {
    try change(id) { authenticator throws(CommandError) in authenticator.configuration.isUserVerified = isVerified }
  }

  private func change(_ id: String, _ body: (inout VirtualAuthenticator) throws(CommandError) -> Void) throws(CommandError) {
    guard var authenticator = kept[id] else { throw unknown(id) }
    try body(&authenticator)
    kept[id] = authenticator
  }

  private func unknown(_ id: String) -> CommandError { CommandError(.invalidArgument, "there is no authenticator \(id.prefix(64))") }

  // MARK: Ceremonies

  package func create(_ ceremony: VirtualCeremony) async throws(WebAuthnClientError) -> RegistrationResponseJSON? {
    guard !order.isEmpty else { return nil }
    var refusal = WebAuthnClientError(.notAllowedError, step: "5.1.3 step 22")
    for id in order {
      guard let authenticator = kept[id] else { continue }
      let configuration = authenticator.configuration
      let creation: PreparedCreation
      do throws(WebAuthnClientError) {
        creation = try PreparedCreation(
          optionsJSON: ceremony.optionsJSON, caller: ceremony.caller, mediation: ceremony.isConditional ? .conditional : .modal,
          supporting: configuration.clientExtensions, for: configuration.traits)
      } catch {
        refusal = error
        continue
      }
      guard authenticator.canAnswer(creation) else { continue }
      try await agree(configuration, ceremony)
      // It may have been removed meanwhile.
      guard var authenticator = kept[id] else { continue }
      let answer: CreationAnswer
      do throws(WebAuthnAuthenticatorError) {
        answer = try authenticator.create(creation)
      } catch {
        throw WebAuthnClientError(error, step: "5.1.3 step 22")
      }
      let response = try creation.response(to: answer)
      kept[id] = authenticator
      return response
    }
    throw refusal
  }

  package func get(_ ceremony: VirtualCeremony) async throws(WebAuthnClientError) -> AuthenticationResponseJSON? {
    guard !order.isEmpty else { return nil }
    var refusal = WebAuthnClientError(.notAllowedError, step: "5.1.4.1 step 19")
    for id in order {
      guard let authenticator = kept[id] else { continue }
      let configuration = authenticator.configuration
      let assertion: PreparedAssertion
      do throws(WebAuthnClientError) {
        assertion = try PreparedAssertion(
          optionsJSON: ceremony.optionsJSON, caller: ceremony.caller, supporting: configuration.clientExtensions,
          for: configuration.traits)
      } catch {
        refusal = error
        continue
      }
      guard authenticator.candidate(for: assertion) != nil else { continue }
      try await agree(configuration, ceremony)
      guard var authenticator = kept[id], let index = authenticator.candidate(for: assertion) else { continue }
      let answer: AssertionAnswer
      do throws(WebAuthnAuthenticatorError) {
        answer = try authenticator.sign(assertion, with: index)
      } catch {
        throw WebAuthnClientError(error, step: "5.1.4.1 step 19")
      }
      let response = try assertion.response(to: answer)
      kept[id] = authenticator
      return response
    }
    throw refusal
  }

  /// Returns if the user agrees, and otherwise waits until the page's time is over. The page's own time limit applies, however short.
  private func agree(_ configuration: AuthenticatorConfiguration, _ ceremony: VirtualCeremony) async throws(WebAuthnClientError) {
    guard !configuration.isUserConsenting else { return }
    struct Timed: Decodable { var timeout: Double? }
    let asked = (try? JSONDecoder().decode(Timed.self, from: Data(ceremony.optionsJSON)))?.timeout ?? Self.defaultMilliseconds
    try? await wait(.milliseconds(Int(min(max(asked, 0), Self.longestMilliseconds))))
    throw WebAuthnClientError(.notAllowedError, step: "5.1.3 step 23, 5.1.4.1 step 20")
  }

  package func hasPlatformAuthenticator() -> Bool {
    kept.values.contains { $0.configuration.transport == .internal && $0.configuration.hasUserVerification }
  }

  // MARK: Signals

  package func hear(_ signal: CredentialSignal) {
    for id in order { kept[id]?.hear(signal) }
  }
}

extension VirtualAuthenticator {
  /// Applies a service's signal (WebAuthn L3 §5.1.10).
  fileprivate mutating func hear(_ signal: CredentialSignal) {
    switch signal {
    case .unknownCredential(let relyingParty, let credential):
      credentials.removeAll { $0.source.relyingPartyID.name == relyingParty && $0.source.id.bytes == Array(credential) }
    case .allAcceptedCredentials(let relyingParty, let user, let accepted):
      let known = Set(accepted.map { Array($0) })
      credentials.removeAll { credential in
        credential.source.isOf(relyingParty, user) && !known.contains(credential.source.id.bytes)
      }
    case .currentUserDetails(let relyingParty, let user, let name, let displayName):
      for index in credentials.indices where credentials[index].source.isOf(relyingParty, user) {
        credentials[index].source = credentials[index].source.called(name, displayName)
      }
    case .unusedPassword: break
    }
  }
}

extension PublicKeyCredentialSource {
  fileprivate func isOf(_ relyingParty: String, _ user: Data) -> Bool {
    relyingPartyID.name == relyingParty && userHandle.bytes == Array(user)
  }

  /// Returns the same credential with other names.
  fileprivate func called(_ name: String, _ displayName: String?) -> PublicKeyCredentialSource {
    copy(backup: backup, names: UserNames(name: name, displayName: displayName ?? userNames?.displayName))
  }

  fileprivate func copy(backup: CredentialBackup, names: UserNames?) -> PublicKeyCredentialSource {
    var copy = PublicKeyCredentialSource(
      id: id, algorithm: algorithm, privateKey: privateKey, relyingPartyID: relyingPartyID, userHandle: userHandle, backup: backup,
      isDiscoverable: isDiscoverable, protection: protection, pseudoRandomFunction: pseudoRandomFunction, userNames: names,
      largeBlob: largeBlob)
    copy.credBlob = credBlob
    return copy
  }
}

extension VirtualCredential {
  /// Returns the same credential with another backup state.
  fileprivate func backed(up backup: CredentialBackup) -> VirtualCredential {
    var copy = self
    copy.source = source.copy(backup: backup, names: source.userNames)
    return copy
  }
}

extension WebAuthnClientError {
  /// Creates the page's view of an authenticator's error: only that an excluded credential exists (WebAuthn L3 §5.1.3 step 22).
  fileprivate init(_ error: WebAuthnAuthenticatorError, step: String) {
    switch error.code {
    case .invalidState: self.init(.invalidStateError, step: step)
    default: self.init(.notAllowedError, step: step)
    }
  }
}
