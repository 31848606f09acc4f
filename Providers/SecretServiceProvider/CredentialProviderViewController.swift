// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import AuthenticationServices
import CredentialProviderHost
import SecretMemory

/// Fills what the session's keyring holds for web sites. It unlocks nothing itself: the keyring asks, in its own window.
package final class CredentialProviderViewController: ASCredentialProviderViewController {
  package override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
    extensionContext.handleRequest { [self] in
      do throws(SecretServiceError) {
        let client = try keyring.client
        guard !client.isReading else { throw SecretServiceError(.locked) }
        let (path, login) = try await suggested(credentialRequest, client)
        // It asks before each secret that it hands out.
        guard login.origin != .keepassxc else { throw SecretServiceError(.locked) }
        try await complete(path, as: login)
      } catch {
        throw ASExtensionError(error.code == .noLogin ? .credentialIdentityNotFound : .userInteractionRequired)
      }
    }
  }

  package override func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {
    extensionContext.handleRequest { [self] in
      try await telling {
        let client = try keyring.client
        do throws(SecretServiceError) { _ = try await suggested(credentialRequest, client) } catch {
          guard error.code == .locked else { throw error }
          try await unlock([credentialRequest.credentialIdentity.recordIdentifier ?? ""], client)
        }
        let (path, login) = try await suggested(credentialRequest, client)
        try await complete(path, as: login)
      }
    }
  }

  package override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
    extensionContext.handleRequest { [self] in
      try await telling {
        let (client, services) = (try keyring.client, serviceIdentifiers.map(\.identifier))
        let asker = serviceIdentifiers.first.map { $0.displayName ?? $0.identifier }
        var contents = try await client.contents(starting: true)
        // What fits may lie in another keyring that is locked; who does not open that sees the rest.
        if !contents.locked.isEmpty, !contents.logins.values.contains(where: { $0.rank(for: services) != nil }) {
          do { try await unlock(contents.locked, client) } catch let error as SecretServiceError {
            guard error.code == .dismissed, !contents.logins.isEmpty else { throw error }
          }
          contents = try await client.contents(starting: true)
        }
        try await keyring.publish(contents)
        let (path, login) = try await choose(from: contents.logins, for: services, by: asker)
        try await complete(path, as: login)
      }
    }
  }

  /// The login that was suggested, and nothing that has taken its place in the keyring since.
  private func suggested(
    _ request: any ASCredentialRequest, _ client: KeyringClient
  ) async throws(SecretServiceError) -> (path: String, login: WebLogin) {
    let (identity, path) = (request.credentialIdentity, request.credentialIdentity.recordIdentifier ?? "")
    let login = try await client.login(at: path)
    guard login.service == identity.serviceIdentifier.identifier, login.user ?? "" == identity.user else {
      throw SecretServiceError(.noLogin)
    }
    return (path, login)
  }

  private var keyring: Keyring {
    get throws(SecretServiceError) {
      guard let keyring = Keyring.current else { throw SecretServiceError(.noBus) }
      return keyring
    }
  }

  /// Shows every login, those of the services asked for first.
  private func choose(from logins: [String: WebLogin], for services: [String], by asker: String?) async throws -> (String, WebLogin) {
    let ranked = logins.map { (path: $0.key, login: $0.value, rank: $0.value.rank(for: services)) }.sorted {
      ($0.rank ?? .max, $0.login.service, $0.login.user ?? "") < ($1.rank ?? .max, $1.login.service, $1.login.user ?? "")
    }
    guard !ranked.isEmpty else {
      try await tell("Nothing for web sites", "Your keyring holds no password that a browser or git kept there for a web site.")
      throw ASExtensionError(.userCanceled)
    }
    let rows = ranked.map {
      PresentableRow(id: $0.path, title: $0.login.service, subtitle: $0.login.user, matches: $0.rank != nil)
    }
    guard case .chosen(let path) = try await extensionContext.present(PresentableList(title: "Passwords in your keyring", rows: rows)),
      let login = logins[path]
    else { throw ASExtensionError(.userCanceled) }
    if let asker, login.rank(for: services) == nil {
      let question = PresentableConfirmation(
        title: "Fill in a password of another service?",
        details: [PresentableDetail(label: "Asked for by", value: asker), PresentableDetail(label: "Password of", value: login.service)],
        confirmLabel: "Fill in")
      guard try await extensionContext.present(question) == .confirmed else { throw ASExtensionError(.userCanceled) }
    }
    return (path, login)
  }

  private func unlock(_ objects: [String], _ client: KeyringClient) async throws {
    try await extensionContext.present(
      PresentableMessage(title: "Unlock your keyring", message: "It asks for its password, in a window of its own.")
    ) { try await client.unlock(objects) }
  }

  /// Reads the secret of what is a web login at this moment, and ends the request with it.
  private func complete(_ path: String, as expected: WebLogin) async throws(SecretServiceError) {
    let (login, secret) = try await keyring.client.secret(of: path)
    guard login == expected else { throw SecretServiceError(.noLogin) }
    let content = try ItemContent(secret, of: login)
    let text = content.password.withBytes { String(decoding: $0, as: UTF8.self) }
    extensionContext.completeRequest(
      withSelectedCredential: ASPasswordCredential(user: login.user ?? content.user ?? "", password: text))
  }

  /// Says in words why the keyring did not answer.
  private func telling(_ work: @MainActor () async throws -> Void) async throws {
    do { try await work() } catch let error as SecretServiceError {
      if let (title, message) = Self.words(for: error.code) { try await tell(title, message) }
      throw ASExtensionError(error.code == .dismissed ? .userCanceled : error.code == .noLogin ? .credentialIdentityNotFound : .failed)
    }
  }

  private static func words(for code: SecretServiceError.Code) -> (String, String)? {
    switch code {
    case .dismissed: nil
    case .filterMissing:
      (
        "The filter of the bus is missing",
        "Passfold shows your keyring to this provider through xdg-dbus-proxy alone. On Debian: apt install xdg-dbus-proxy"
      )
    case .noBus:
      ("There is no session bus", "Your keyring is reached over the session's D-Bus, which this session does not have or which has ended.")
    case .notRunning: ("No keyring answers", "Neither GNOME Keyring nor KWallet runs in this session. Start one, then try again.")
    case .locked: ("The keyring is still locked", "It has not unlocked this password. Nothing was filled in; try again.")
    case .noLogin: ("That password is gone", "Your keyring does not hold it for this web site any more.")
    case .noPassword: ("There is no password in it", "What your keyring holds there is no text that could be filled in.")
    case .noEncryption:
      (
        "The keyring cannot encrypt",
        """
        It would hand the password over the bus in the clear, so it was not asked for it. KWallet needs a package for that. \
        On Debian 12: apt install libqca-qt5-2-plugins, then sign in to your session again
        """
      )
    default: ("The keyring did not answer", "It took too long or answered something else. Nothing was changed in it; try again.")
    }
  }

  private func tell(_ title: String, _ message: String) async throws {
    try await extensionContext.present(PresentableMessage(title: title, message: message))
  }
}
