// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import AuthenticationServices
import CredentialProviderHost
import Foundation
import OneTimeCodes
import SecretMemory

/// Fills passwords and codes of a password store: names are known, and what is in an entry when gpg-agent has opened it.
package final class CredentialProviderViewController: ASCredentialProviderViewController {
  /// Whether the agent would ask cannot be known over its restricted socket, and without an interface nobody may be asked.
  package override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
    extensionContext.handleRequest { [self] in
      _ = try entry(of: credentialRequest)
      throw ASExtensionError(.userInteractionRequired)
    }
  }

  package override func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {
    extensionContext.handleRequest { [self] in
      let entry = try entry(of: credentialRequest)
      try await complete(with: entry, asCode: credentialRequest.type == .oneTimeCode)
    }
  }

  package override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
    extensionContext.handleRequest { [self] in
      try await complete(with: choose("Passwords in pass", for: serviceIdentifiers), asCode: false)
    }
  }

  package override func prepareOneTimeCodeCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
    extensionContext.handleRequest { [self] in
      try await complete(with: choose("One-time codes in pass", for: serviceIdentifiers), asCode: true)
    }
  }

  private var session: StoreSession {
    get throws {
      guard let session = StoreSession.current else { throw ASExtensionError(.failed) }
      return session
    }
  }

  private func entry(of request: any ASCredentialRequest) throws -> StoreEntry {
    let path = request.credentialIdentity.recordIdentifier ?? ""
    guard let entry = try session.store?.entry(path) else { throw ASExtensionError(.credentialIdentityNotFound) }
    return entry
  }

  /// Shows every entry, those of the services asked for first.
  private func choose(_ title: String, for services: [ASCredentialServiceIdentifier]) async throws -> StoreEntry {
    let session = try session
    try? await session.publish()
    let names = services.map(\.identifier)
    let ranked = session.entries.map { (entry: $0, rank: $0.rank(for: names)) }
    let ordered = ranked.filter { $0.rank != nil }.sorted { ($0.rank ?? 0, $0.entry.path) < ($1.rank ?? 0, $1.entry.path) }
    let rows = (ordered + ranked.filter { $0.rank == nil }).map { one in
      PresentableRow(
        id: one.entry.path, title: one.entry.service ?? one.entry.path, subtitle: one.entry.service == nil ? nil : one.entry.label,
        matches: one.rank != nil)
    }
    guard !rows.isEmpty else {
      try await extensionContext.present(
        PresentableMessage(title: "The password store is empty", message: "There is no entry in your password store, or no store."))
      throw ASExtensionError(.userCanceled)
    }
    guard case .chosen(let path) = try await extensionContext.present(PresentableList(title: title, rows: rows)),
      let entry = session.store?.entry(path)
    else { throw ASExtensionError(.userCanceled) }
    if let asked = names.first, entry.rank(for: names) == nil { try await agree(to: entry, for: asked) }
    return entry
  }

  /// Whoever picked an entry of another service may not have seen that.
  private func agree(to entry: StoreEntry, for service: String) async throws {
    let question = PresentableConfirmation(
      title: "Fill in an entry of another service?",
      details: [PresentableDetail(label: "Asked for by", value: service), PresentableDetail(label: "Entry", value: entry.path)],
      confirmLabel: "Fill in")
    guard try await extensionContext.present(question) == .confirmed else { throw ASExtensionError(.userCanceled) }
  }

  private func complete(with entry: StoreEntry, asCode: Bool) async throws {
    let content = try await open(entry)
    guard asCode else {
      // The system says in words that there is nothing to fill in.
      guard let text = content.password.map({ $0.withBytes { String(validating: $0, as: UTF8.self) } }) ?? "" else {
        try await tell(
          "This password is not text",
          "It is not written in UTF-8, so another one would be filled in. To convert it: pass edit \(entry.path)")
        throw ASExtensionError(.userCanceled)
      }
      return extensionContext.completeRequest(
        withSelectedCredential: ASPasswordCredential(user: content.user ?? entry.user ?? "", password: text))
    }
    guard let code = content.code else {
      try await tell("No code in this entry", "The entry \(entry.path) has no line with a valid otpauth link.")
      throw ASExtensionError(.credentialIdentityNotFound)
    }
    guard code.period != nil else {
      // A counter goes up with each code, and the store is not ours to write.
      try await tell("A code with a counter", "Each such code changes the store. Get it with: pass otp \(entry.path)")
      throw ASExtensionError(.userCanceled)
    }
    await extensionContext.completeOneTimeCodeRequest(using: ASOneTimeCodeCredential(code: code.code(at: Date()).text))
  }

  /// Opens an entry; says that the agent is asking only where that takes longer than a person notices.
  private func open(_ entry: StoreEntry) async throws -> EntryContent {
    let session = try session
    let opening = Opening { try await session.open(entry) }
    do {
      return try await withTaskCancellationHandler {
        guard await !opening.isOver(within: .milliseconds(300)) else { return try await opening.task.value }
        let message = PresentableMessage(
          title: "Waiting for gpg-agent", message: "It may ask you for the passphrase of your key, in a window of its own.")
        return try await extensionContext.present(message) {
          try await withTaskCancellationHandler {
            try await opening.task.value
          } onCancel: {
            opening.task.cancel()
          }
        }
      } onCancel: {
        opening.task.cancel()
      }
    } catch let failure as GnuPG.Failure {
      try await tell(failure)
      throw ASExtensionError(failure.code == .canceled ? .userCanceled : .failed)
    }
  }

  private func tell(_ failure: GnuPG.Failure) async throws {
    switch failure.code {
    case .canceled: break
    case .missing: try await tell("GnuPG is missing", "There is no gpg among the system's programs. On Debian: apt install gnupg")
    case .noAgent:
      try await tell(
        "gpg-agent does not run", "Start it, then try again: gpgconf --launch gpg-agent. Its restricted socket must not be turned off.")
    case .noKey: try await tell("No key opens this entry", "It is encrypted to a key that gpg-agent does not have.")
    case .tooLong: try await tell("This entry is too long", "It has more than 256 KiB, so it was not read to its end.")
    case .failed: try await tell("The entry was not opened", "gpg could not decrypt it. To see why: pass show")
    }
  }

  private func tell(_ title: String, _ message: String) async throws {
    try await extensionContext.present(PresentableMessage(title: title, message: message))
  }
}

/// The opening of an entry under way.
@MainActor
private final class Opening {
  nonisolated let task: Task<EntryContent, any Error>

  init(_ open: @escaping @MainActor () async throws -> EntryContent) {
    task = Task { @MainActor in try await open() }
  }

  /// Waits for its end, and not for longer than that.
  func isOver(within limit: Duration) async -> Bool {
    let pause = Task { try await Task.sleep(for: limit) }
    let watch = Task { [task] in
      _ = await task.result
      pause.cancel()
    }
    defer { watch.cancel() }
    if case .failure = await pause.result { return true }
    return false
  }
}
