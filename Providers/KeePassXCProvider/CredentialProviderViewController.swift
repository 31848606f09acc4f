// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import AuthenticationServices
import CredentialProviderHost
import Foundation

/// Fills what KeePassXC hands out for a site. KeePassXC names its entries only for a site that is asked about, so nothing is suggested before:
/// it stands among the suggestions as one that is to be opened.
package final class CredentialProviderViewController: ASCredentialProviderViewController {
  /// No identity was ever saved, so what is asked for is not from here.
  package override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
    extensionContext.cancelRequest(withError: ASExtensionError(.credentialIdentityNotFound))
  }

  package override func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {
    extensionContext.cancelRequest(withError: ASExtensionError(.credentialIdentityNotFound))
  }

  package override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
    extensionContext.handleRequest { [self] in
      try await withClient { client in
        let login = try await choose("Passwords in KeePassXC", for: serviceIdentifiers, from: client, where: { !$0.password.isEmpty })
        extensionContext.completeRequest(withSelectedCredential: ASPasswordCredential(user: login.login, password: login.password))
      }
    }
  }

  package override func prepareOneTimeCodeCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
    extensionContext.handleRequest { [self] in
      try await withClient { client in
        let login = try await choose("One-time codes in KeePassXC", for: serviceIdentifiers, from: client, where: \.hasCode)
        // The one that came with the list may have ended since.
        guard let code = try await client.code(of: login) else { throw ASExtensionError(.credentialIdentityNotFound) }
        await extensionContext.completeOneTimeCodeRequest(using: ASOneTimeCodeCredential(code: code))
      }
    }
  }

  /// Shows the entries for a site, once KeePassXC is unlocked and knows this provider.
  private func choose(
    _ title: String, for services: [ASCredentialServiceIdentifier], from client: KeePassXCClient, where willDo: (KeePassXCLogin) -> Bool
  ) async throws -> KeePassXCLogin {
    guard let service = services.first, let desk = Desk.current else {
      try await tell("Open it on a site", "KeePassXC names its entries only for the site that asks.")
      throw ASExtensionError(.userCanceled)
    }
    try await unlock(client)
    try await introduce(to: client)
    let address = service.type == .URL ? service.identifier : "https://" + service.identifier
    let associations = desk.associations.all
    let found = try await show("KeePassXC may ask you", "It asks whether this site may have the entry, in a window of its own.") {
      try await client.logins(for: address, by: associations)
    }.filter(willDo)
    guard !found.isEmpty else {
      try await tell("Nothing in KeePassXC", "It has no such entry for \(service.displayName ?? service.identifier).")
      throw ASExtensionError(.userCanceled)
    }
    let rows = found.map { PresentableRow(id: $0.uuid, title: $0.name, subtitle: $0.login, matches: true) }
    guard case .chosen(let row) = try await extensionContext.present(PresentableList(title: title, rows: rows)),
      let login = found.first(where: { $0.uuid == row })
    else { throw ASExtensionError(.userCanceled) }
    return login
  }

  /// Has KeePassXC ask for the database's password, where none is open.
  private func unlock(_ client: KeePassXCClient) async throws {
    do {
      _ = try await client.databaseHash(unlocking: true)
    } catch let error as KeePassXCError where error.code == .locked {
      try await extensionContext.present(
        PresentableMessage(title: "Unlock KeePassXC", message: "It asks for the password of your database, in a window of its own.")
      ) { try await client.waitForUnlocking() }
    }
  }

  /// Has the person name this provider in KeePassXC, where the open database does not know it.
  private func introduce(to client: KeePassXCClient) async throws {
    guard let desk = Desk.current else { throw ASExtensionError(.failed) }
    let database = try await client.databaseHash()
    if let known = desk.associations.all.first(where: { $0.database == database }) {
      if try await client.knows(known) { return }
      desk.forget(database)
    }
    let association = try await extensionContext.present(
      PresentableMessage(
        title: "Connect KeePassXC", message: "It asks for a name for this connection, in a window of its own. Any name will do.")
    ) { try await client.associate() }
    desk.keep(association)
  }

  /// Connects for one request, and says in words why KeePassXC did not answer.
  private func withClient(_ work: @MainActor (KeePassXCClient) async throws -> Void) async throws {
    do {
      let places = Desk.current?.places ?? []
      // It answers at once, or soon after its start. If it hangs, the person has to see why nothing happens.
      let client = try await show(
        "Waiting for KeePassXC", "It has not answered yet. One of its own windows may be waiting for you.", after: .seconds(3)
      ) { try await KeePassXCClient(places: places) }
      do { try await work(client) } catch {
        await client.hangUp()
        throw error
      }
      await client.hangUp()
    } catch let error as KeePassXCError {
      try await tell(error)
      throw ASExtensionError(error.code == .denied ? .userCanceled : .failed)
    }
  }

  /// Shows that KeePassXC may be asking, only where it takes longer than a person notices.
  private func show<Result: Sendable>(
    _ title: String, _ message: String, after delay: Duration = .milliseconds(300),
    while work: @escaping @MainActor @Sendable () async throws -> Result
  ) async throws -> Result {
    let running = Task { @MainActor in try await work() }
    return try await withTaskCancellationHandler {
      let pause = Task { try await Task.sleep(for: delay) }
      let watch = Task {
        _ = await running.result
        pause.cancel()
      }
      defer { watch.cancel() }
      if case .failure = await pause.result { return try await running.value }
      return try await extensionContext.present(PresentableMessage(title: title, message: message)) {
        try await withTaskCancellationHandler {
          try await running.value
        } onCancel: {
          running.cancel()
        }
      }
    } onCancel: {
      running.cancel()
    }
  }

  private func tell(_ error: KeePassXCError) async throws {
    switch error.code {
    case .denied: break
    case .notRunning:
      try await tell(
        "KeePassXC does not answer", "Start it, and turn on Browser Integration in its settings. No browser needs to be chosen there.")
    case .otherUser:
      try await tell(
        "That is not your KeePassXC",
        "Another user of this computer listens where KeePassXC should. Nothing was sent there, and nothing is filled in.")
    case .locked: try await tell("KeePassXC is locked", "Unlock your database and try again.")
    default: try await tell("KeePassXC did not answer", "It hung up or answered something else. Try again, or look at its window.")
    }
  }

  private func tell(_ title: String, _ message: String) async throws {
    try await extensionContext.present(PresentableMessage(title: title, message: message))
  }
}
