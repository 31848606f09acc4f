// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
package import Foundation
import OneTimeCodes

/// The store as this process knows it: where it is, what opens it and what the system was told of it.
@MainActor
package final class StoreSession {
  /// The session of this process; nil until `main` or a test has begun one.
  package static var current: StoreSession?

  /// The store; nil where the person has none.
  package let store: PasswordStore?
  private let gpg: GnuPG
  private var withoutCode: EntriesWithoutCode
  private var published: [String]?

  /// Begins a session.
  ///
  /// - Parameters:
  ///   - store: The store's folder; nil where there is none.
  ///   - gpg: What opens entries.
  ///   - own: The provider's own folder.
  package init(store: PasswordStore?, gpg: GnuPG, own: URL) {
    self.store = store
    self.gpg = gpg
    withoutCode = EntriesWithoutCode(file: own.appending(path: "without-code.json"))
  }

  /// Every entry there is now.
  package var entries: [StoreEntry] { store?.entries() ?? [] }

  /// Tells the system what could be filled, by the names of entries alone, where that is something new.
  package func publish() async throws {
    guard let store, await ASCredentialIdentityStore.shared.state().isEnabled else { return }
    let entries = entries
    let marks = entries.map { $0.path + (withoutCode.mayHaveCode($0, in: store) ? "+" : "-") }
    guard marks != published else { return }
    published = marks
    do {
      try await ASCredentialIdentityStore.shared.replaceCredentialIdentities(
        entries.flatMap { $0.identities(mayHaveCode: withoutCode.mayHaveCode($0, in: store)) })
    } catch {
      // What the system did not take is told again.
      published = nil
      throw error
    }
  }

  /// Opens an entry.
  ///
  /// - Throws: ``GnuPG/Failure``.
  package func open(_ entry: StoreEntry) async throws -> EntryContent {
    guard let store else { throw GnuPG.Failure(.failed) }
    let content = EntryContent(try await gpg.decrypt(store.file(of: entry)))
    if withoutCode.note(entry, in: store, hasCode: content.code != nil) { try? await publish() }
    return content
  }
}
