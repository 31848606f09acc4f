// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import AuthenticationServices
internal import BrokerProtocol

/// A provider's identity store in the simulated system.
@MainActor
public final class PlayedIdentityStore {
  /// Whether the user has enabled the provider. A disabled store refuses changes.
  public var isEnabled = true

  private let changes = Changes()
  private var stored: [CredentialIdentityValue] = []
  /// The identities received before an operation's last frame, by question.
  private var pages: [QuestionNumber: [CredentialIdentityValue]] = [:]

  init() {}

  /// The stored identities, which suggestions are based on.
  public var identities: [any ASCredentialIdentity] { stored.map(\.credentialIdentity) }

  /// The stored passwords.
  public var passwords: [ASPasswordCredentialIdentity] { identities.compactMap { $0 as? ASPasswordCredentialIdentity } }

  /// The stored passkeys.
  public var passkeys: [ASPasskeyCredentialIdentity] { identities.compactMap { $0 as? ASPasskeyCredentialIdentity } }

  /// The stored one-time codes.
  public var oneTimeCodes: [ASOneTimeCodeCredentialIdentity] { identities.compactMap { $0 as? ASOneTimeCodeCredentialIdentity } }

  /// Waits until the provider has stored what a test expects.
  ///
  /// - Throws: ``ProviderTestError`` `timedOut`.
  public func wait(within limit: Duration = .seconds(5), until isTrue: ([any ASCredentialIdentity]) -> Bool) async throws(ProviderTestError)
  {
    try await changes.wait(limit) { isTrue(identities) }
  }

  func answers(to frame: IdentityStoreFrame, question: QuestionNumber) -> [IdentityStoreReplyFrame] {
    switch frame {
    case .state: return [.state(isEnabled: isEnabled, supportsIncrementalUpdates: true)]
    case .page(let page):
      pages[question, default: []] += (try? page.identities()) ?? []
      return []
    case .save(let page): return change(question, page) { save($0) }
    case .remove(let page): return change(question, page) { gone in stored.removeAll { one in gone.contains { Self.equal($0, one) } } }
    case .replace(let page):
      return change(question, page) {
        stored = []
        save($0)
      }
    case .removeAll: return change(question, nil) { _ in stored = [] }
    case .list(let service, let kinds):
      let found = stored.filter { (service == nil || $0.service == service) && (kinds.isEmpty || kinds.contains($0.kind)) }
      guard let pages = try? IdentityPage.pages(of: found) else { return [.failed(code: 0)] }
      return pages.dropLast().map { .page($0) } + [.identities(pages.last ?? IdentityPage())]
    }
  }

  private func change(
    _ question: QuestionNumber, _ page: IdentityPage?, _ apply: ([CredentialIdentityValue]) -> Void
  ) -> [IdentityStoreReplyFrame] {
    let identities = (pages.removeValue(forKey: question) ?? []) + (page.flatMap { try? $0.identities() } ?? [])
    guard isEnabled else { return [.failed(code: ASCredentialIdentityStoreError.Code.storeDisabled.rawValue)] }
    apply(identities)
    changes.note()
    return [.done]
  }

  private func save(_ identities: [CredentialIdentityValue]) {
    for identity in identities {
      stored.removeAll { Self.equal($0, identity) }
      stored.append(identity)
    }
  }

  /// Returns whether two identities are equal except for their rank.
  private static func equal(_ left: CredentialIdentityValue, _ right: CredentialIdentityValue) -> Bool {
    var other = right
    other.rank = left.rank
    return left == other
  }
}
