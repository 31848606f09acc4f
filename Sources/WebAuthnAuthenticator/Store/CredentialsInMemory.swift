// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import WebAuthnModel
public import WebDomains

/// A store that lasts as long as its process, for tests and experiments.
public final class CredentialsInMemory: PublicKeyCredentialSourceStore, Sendable {
  private struct Content {
    var kept: [PublicKeyCredentialSource] = []
    var superseded: [PublicKeyCredentialSource] = []
  }

  private let content = Mutex(Content())

  /// Creates an empty store.
  public init() {}

  /// The credentials that newer ones have replaced, oldest first.
  public var superseded: [PublicKeyCredentialSource] { content.withLock { $0.superseded } }

  /// Returns the credentials of one relying party, newest first.
  public func credentials(of relyingPartyID: RelyingPartyID) -> [PublicKeyCredentialSource] {
    content.withLock { content in content.kept.reversed().filter { $0.relyingPartyID == relyingPartyID } }
  }

  /// Stores a new credential and sets aside those that it replaces.
  public func add(_ source: PublicKeyCredentialSource, superseding: [CredentialID]) {
    content.withLock { content in
      content.superseded += content.kept.filter { superseding.contains($0.id) }
      content.kept.removeAll { superseding.contains($0.id) }
      content.kept.append(source)
    }
  }

  /// Stores data with a credential. Throws `unknown` if the credential does not exist.
  public func setLargeBlob(_ blob: [UInt8], of credential: CredentialID) throws(WebAuthnAuthenticatorError) {
    let isKnown = content.withLock { content in
      guard let index = content.kept.firstIndex(where: { $0.id == credential }) else { return false }
      content.kept[index].largeBlob = blob
      return true
    }
    guard isKnown else { throw WebAuthnAuthenticatorError(.unknown) }
  }

  /// Deletes everything.
  public func removeAll() {
    content.withLock { $0 = Content() }
  }
}
