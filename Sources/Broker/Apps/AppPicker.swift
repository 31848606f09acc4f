// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// The sheet of an app's sign-in: passkeys and passwords of all providers in one list (Apple, "Supporting passkeys").
struct AppPicker: Sendable {
  /// The rows in the order in which they are shown: passkeys, passwords, a passkey to make, locked providers.
  private(set) var rows: [PresentableViewValue.Row] = []
  /// What each row leads to.
  private(set) var choices: [String: OpenRequest.Choice] = [:]

  /// Whether a credential is there that needs no unlocking first.
  private(set) var isImmediate = false

  /// Lists what the providers have, of each no more than its share of what somebody looks through.
  ///
  /// - Parameters:
  ///   - providers: The enabled providers in the person's order.
  ///   - creator: The provider that a new passkey would be made by; nil when none is asked for.
  init(of providers: [HostedProvider], for authorization: AppAuthorization, creator: HostedProvider?) {
    let query = ServiceQuery(authorization.passwordServices.map(\.identifier))
    let found = providers.map { Found(of: $0, for: authorization, query: query) }
    let share = MergedOffers.fairShare(of: found.map { $0.passkeys.count + $0.passwords.count })
    for one in found {
      for identity in one.passkeys.prefix(share) {
        add(.passkey(identity, provider: one.provider.bundle.identifier), identity, of: one.provider)
      }
    }
    for one in found {
      for identity in one.passwords.prefix(max(0, share - one.passkeys.count)) {
        add(.password(identity, provider: one.provider.bundle.identifier), identity, of: one.provider)
      }
    }
    isImmediate = !rows.isEmpty || creator != nil
    if let creator {
      add(
        .createPasskey, title: "Create a passkey", subtitle: "With " + creator.bundle.displayName, kind: .provider,
        provider: creator.bundle.displayName)
    }
    for provider in providers where provider.isClosed && provider.lockState != .noVault {
      guard
        provider.bundle.capabilities.passkeys && !authorization.assertions.isEmpty
          || provider.bundle.capabilities.passwords && authorization.wantsPassword
      else { continue }
      let name = provider.bundle.displayName
      add(.unlock(provider: provider.bundle.identifier), title: "Unlock " + name, subtitle: "It is locked", kind: .locked, provider: name)
    }
  }

  /// What one provider could sign in with.
  private struct Found {
    let provider: HostedProvider
    var passkeys: [CredentialIdentityValue] = []
    var passwords: [CredentialIdentityValue] = []

    init(of provider: HostedProvider, for authorization: AppAuthorization, query: ServiceQuery) {
      self.provider = provider
      if provider.bundle.capabilities.passkeys {
        passkeys = authorization.assertions.map(\.prepared).flatMap {
          provider.store.passkeys(of: $0.relyingPartyID, allowed: $0.allowedCredentialIDs)
        }
      }
      if provider.bundle.capabilities.passwords, authorization.wantsPassword {
        passwords = provider.store.matches(query, kinds: [.password]).map(\.identity)
      }
    }
  }

  private mutating func add(_ choice: OpenRequest.Choice, _ identity: CredentialIdentityValue, of provider: HostedProvider) {
    let name = provider.bundle.displayName
    let kind: PresentableViewValue.RowKind = identity.kind == .passkey ? .passkey : .password
    add(
      choice, title: DisplayText.line(identity.user), subtitle: (kind == .passkey ? "Passkey in " : "Password in ") + name, kind: kind,
      provider: name, match: true)
  }

  private mutating func add(
    _ choice: OpenRequest.Choice, title: String, subtitle: String, kind: PresentableViewValue.RowKind, provider: String, match: Bool? = nil
  ) {
    let id = "a\(rows.count)"
    choices[id] = choice
    rows.append(PresentableViewValue.Row(id: id, title: title, subtitle: subtitle, match: match, kind: kind, provider: provider))
  }
}
