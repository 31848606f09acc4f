// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// The broker's own views: every choice that is not one provider's is built here.
///
/// A view carries codes, names and kinds of rows; the face that draws it has the words.
struct BrokerPicker: Sendable {
  private var rows: [PresentableViewValue.Row] = []
  private var steps: [String: RequestStep] = [:]

  // MARK: The views

  /// Which provider shall be asked, where several could.
  static func ofProviders(_ providers: [HostedProvider], _ step: (HostedProvider) -> RequestStep) -> RequestStep {
    var picker = BrokerPicker()
    for provider in providers {
      let kind: PresentableViewValue.RowKind = provider.lockState == .locked ? .locked : .provider
      picker.add(step(provider), title: provider.bundle.displayName, kind: kind, of: provider)
    }
    return picker.view(.init(.chooseProvider))
  }

  /// Which passkey shall sign in to a page.
  ///
  /// - Parameters:
  ///   - isImmediate: Whether a locked provider that may have one is not enough.
  ///   - list: What asks a locked provider for what it has.
  /// - Throws: `nothingToOffer` for an empty view.
  static func ofPasskeys(
    for assertion: PreparedPasskeyAssertion, isImmediate: Bool, among providers: Providers, list: (HostedProvider) -> RequestStep
  ) throws(ClientFailure) -> RequestStep {
    let found = providers.inOrder.filter(\.bundle.capabilities.passkeys).map { provider in
      (provider, provider.store.passkeys(of: assertion.relyingPartyID, allowed: assertion.allowedCredentialIDs))
    }
    let share = MergedOffers.fairShare(of: found.map(\.1.count))
    var picker = BrokerPicker()
    for (provider, passkeys) in found {
      for identity in passkeys.prefix(share) { picker.add(identity, of: provider, answering: assertion) }
      if provider.isClosed, provider.lockState != .noVault { picker.addLocked(list(provider), provider) }
    }
    let isEmpty = isImmediate ? found.allSatisfy(\.1.isEmpty) : picker.rows.isEmpty
    guard !isEmpty else { throw ClientFailure(.nothingToOffer) }
    return picker.view(.init(.signInWithPasskey, subject: assertion.relyingPartyID))
  }

  /// The sheet of an app's sign-in: passkeys and passwords of all providers in one list, then a passkey to make, then locked providers
  /// (Apple, "Supporting passkeys").
  ///
  /// - Throws: `nothingToOffer` for an empty view, and where only what is immediately there was asked for and nothing is.
  static func ofSignIns(for authorization: AppAuthorization, among providers: Providers) throws(ClientFailure) -> RequestStep {
    let query = ServiceQuery(authorization.passwordHosts)
    let found = providers.inOrder.map { FoundSignIns(of: $0, for: authorization, query: query) }
    // Of each provider no more than its share of what somebody looks through.
    let share = MergedOffers.fairShare(of: found.map { $0.passkeys.count + $0.passwords.count })
    var picker = BrokerPicker()
    for one in found {
      for (identity, assertion) in one.passkeys.prefix(share) { picker.add(identity, of: one.provider, answering: assertion) }
    }
    for one in found {
      for identity in one.passwords.prefix(max(0, share - one.passkeys.count)) {
        let question = ProviderQuestion(
          provider: one.provider.bundle.identifier, subject: .credential(CredentialRequestValue(type: .password, identity: identity)),
          stage: .withoutInteraction, passwordHosts: authorization.passwordHosts)
        // A password without a user name goes by its service.
        let name = identity.user.isEmpty ? identity.service.displayName ?? identity.service.identifier : identity.user
        picker.add(.ask(question), title: DisplayText.line(name), kind: .password, of: one.provider, match: true)
      }
    }
    if let registration = authorization.registrations.first, let creator = providers.creatorOfPasskeys {
      let question = ProviderQuestion(
        provider: creator.bundle.identifier, subject: .registration(registration), stage: .interface)
      picker.add(.ask(question), title: "", kind: .newPasskey, of: creator)
    }
    // What is locked away may hold something, but what is there immediately is what was asked for (Apple:
    // `preferImmediatelyAvailableCredentials`).
    let isImmediate = !picker.rows.isEmpty
    for provider in providers.inOrder where provider.isClosed && provider.lockState != .noVault {
      guard
        provider.bundle.capabilities.passkeys && !authorization.assertions.isEmpty
          || provider.bundle.capabilities.passwords && authorization.wantsPassword
      else { continue }
      picker.addLocked(AppFlow.list(of: provider, for: authorization), provider)
    }
    guard authorization.mode == .immediate ? isImmediate : !picker.rows.isEmpty else { throw ClientFailure(.nothingToOffer) }
    return picker.view(.init(.signIn, subject: DisplayText.line(authorization.serviceName)), requester: authorization.requester)
  }

  /// Which of the passwords that a provider made shall be taken.
  static func ofNewPasswords(
    _ passwords: [(kind: String, password: String)], of provider: HostedProvider, taking step: (String, String) -> RequestStep
  ) -> RequestStep {
    var picker = BrokerPicker()
    for made in passwords {
      picker.add(step(made.kind, made.password), title: DisplayText.line(made.password), kind: .password, of: provider)
    }
    return picker.view(.init(.chooseNewPassword))
  }

  /// To which provider all that another one keeps shall go; no row is selected at first.
  static func ofDestinations(_ providers: [HostedProvider], for exporter: HostedProvider) -> RequestStep {
    var picker = BrokerPicker()
    for provider in providers {
      picker.add(
        .grantExport(to: provider.bundle.identifier), title: provider.bundle.displayName, kind: .destination, of: provider)
    }
    guard case .choose(var view, let steps) = picker.view(.init(.handOver, subject: exporter.bundle.displayName)) else {
      return .fail(ClientFailure(.nothingToOffer))
    }
    view.kind = .choice
    return .choose(view, steps)
  }

  // MARK: Their rows

  private mutating func add(_ identity: CredentialIdentityValue, of provider: HostedProvider, answering assertion: PreparedPasskeyAssertion)
  {
    let question = ProviderQuestion(asserting: assertion, by: identity, of: provider.bundle.identifier)
    add(.ask(question), title: DisplayText.line(identity.user), kind: .passkey, of: provider, match: true)
  }

  private mutating func addLocked(_ step: RequestStep, _ provider: HostedProvider) {
    add(step, title: provider.bundle.displayName, kind: provider.namesNothing ? .provider : .locked, of: provider)
  }

  private mutating func add(
    _ step: RequestStep, title: String, kind: PresentableViewValue.RowKind, of provider: HostedProvider, match: Bool? = nil
  ) {
    let id = "b\(rows.count)"
    steps[id] = step
    rows.append(PresentableViewValue.Row(id: id, title: title, match: match, kind: kind, provider: provider.bundle.displayName))
  }

  private func view(_ heading: PresentableViewValue.Heading, requester: String? = nil) -> RequestStep {
    var view = PresentableViewValue(number: OpenRequest.ownView, heading: heading, rows: rows)
    view.requester = requester
    return .choose(view, steps)
  }
}

/// What one provider could sign an app in with.
private struct FoundSignIns {
  let provider: HostedProvider
  var passkeys: [(CredentialIdentityValue, PreparedPasskeyAssertion)] = []
  var passwords: [CredentialIdentityValue] = []

  init(of provider: HostedProvider, for authorization: AppAuthorization, query: ServiceQuery) {
    self.provider = provider
    if provider.bundle.capabilities.passkeys {
      passkeys = authorization.assertions.map(\.prepared).flatMap { assertion in
        provider.store.passkeys(of: assertion.relyingPartyID, allowed: assertion.allowedCredentialIDs).map { ($0, assertion) }
      }
    }
    if provider.bundle.capabilities.passwords, authorization.wantsPassword {
      passwords = provider.store.matches(query, kinds: [.password]).map(\.identity)
    }
  }
}
