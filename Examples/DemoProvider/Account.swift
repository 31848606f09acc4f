// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
package import Foundation

/// One of the user's accounts, with its credentials.
package struct Account: Codable, Hashable {
  package struct Passkey: Codable, Hashable {
    var credentialID: Data
    var userHandle: Data
    var algorithm: Int
    var privateKey: Data

    /// An ES256 key.
    package init(id: Data, handle: Data, key: Data) {
      self.init(credentialID: id, userHandle: handle, algorithm: ASCOSEAlgorithmIdentifier.ES256.rawValue, privateKey: key)
    }

    init(credentialID: Data, userHandle: Data, algorithm: Int, privateKey: Data) {
      self.credentialID = credentialID
      self.userHandle = userHandle
      self.algorithm = algorithm
      self.privateKey = privateKey
    }
  }

  var id: String
  package var service: String
  var user: String
  package var password: String?
  /// The set-up link of its one-time codes (`otpauth:`).
  var codeLink: String?
  package var passkey: Passkey?
  /// What the user types before the account is used, or nil if it needs no PIN. This is an example: a real provider stores no PIN, but what
  /// a key derived from it opens.
  var pin: String?

  package init(
    id: String = UUID().uuidString, service: String, user: String, password: String? = nil, codeLink: String? = nil,
    passkey: Passkey? = nil, pin: String? = nil
  ) {
    self.pin = pin
    (self.id, self.service, self.user) = (id, service, user)
    (self.password, self.codeLink, self.passkey) = (password, codeLink, passkey)
  }

  /// The identities with which the system can suggest the account without asking; they contain no secrets.
  var identities: [any ASCredentialIdentity] {
    let place = ASCredentialServiceIdentifier(identifier: service, type: .domain)
    var identities: [any ASCredentialIdentity] = []
    if password != nil { identities.append(ASPasswordCredentialIdentity(serviceIdentifier: place, user: user, recordIdentifier: id)) }
    if codeLink != nil { identities.append(ASOneTimeCodeCredentialIdentity(serviceIdentifier: place, label: user, recordIdentifier: id)) }
    if let passkey {
      identities.append(
        ASPasskeyCredentialIdentity(
          relyingPartyIdentifier: service, userName: user, credentialID: passkey.credentialID, userHandle: passkey.userHandle,
          recordIdentifier: id))
    }
    return identities
  }
}

/// The accounts, in a file in the provider's own folder. This is an example: a real provider encrypts them.
@MainActor
package final class AccountBook {
  /// The book of this process, or nil until `main` or a test has opened one.
  package static var open: AccountBook?

  private let file: URL
  package private(set) var accounts: [Account] = []

  /// Opens the file, or creates one.
  package init(file: URL) throws {
    self.file = file
    try read()
  }

  /// Reads the file again. If there is none, the accounts stay as they are.
  func read() throws {
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    accounts = try JSONDecoder().decode([Account].self, from: Data(contentsOf: file))
  }

  /// Stores an account in place of the one with its id.
  package func keep(_ account: Account) throws {
    let kept = accounts.filter { $0.id != account.id } + [account]
    try JSONEncoder().encode(kept).write(to: file, options: .atomic)
    accounts = kept
  }

  /// Imports another provider's accounts, all or none. An existing account with the same service and user is replaced.
  package func take(_ others: [Account]) throws {
    let kept = accounts.filter { own in !others.contains { $0.service == own.service && $0.user == own.user } } + others
    try JSONEncoder().encode(kept).write(to: file, options: .atomic)
    accounts = kept
  }

  /// All accounts, with those of the requested services first. The request is a hint: an empty one still lists everything.
  func ordered(for services: [ASCredentialServiceIdentifier]) -> [(account: Account, fits: Bool)] {
    // A page is identified first by its origin, and then by its host and the domains above it.
    let names = services.filter { $0.type == .domain }.map(\.identifier)
    let marked = accounts.map { account in (account: account, fits: names.contains(account.service)) }
    return marked.filter(\.fits) + marked.filter { !$0.fits }
  }

  /// Publishes what could be filled to the system.
  package func publish() async throws {
    guard await ASCredentialIdentityStore.shared.state().isEnabled else { return }
    try await ASCredentialIdentityStore.shared.replaceCredentialIdentities(accounts.flatMap(\.identities))
  }
}
