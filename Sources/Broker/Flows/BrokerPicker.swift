// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// The broker's own views, for every choice that is not a single provider's.
///
/// A view contains codes, names and kinds of rows; the program that draws it adds the words.
struct BrokerPicker: Sendable {
  private var rows: [PresentableViewValue.Row] = []
  private var steps: [String: RequestStep] = [:]

  // MARK: The views

  /// Shows a choice of the provider to ask, if there are several.
  static func ofProviders(_ providers: [HostedProvider], _ step: (HostedProvider) -> RequestStep) -> RequestStep {
    var picker = BrokerPicker()
    for provider in providers {
      let kind: PresentableViewValue.RowKind = provider.lockState == .locked ? .locked : .provider
      picker.add(step(provider), title: provider.bundle.displayName, kind: kind, of: provider)
    }
    return picker.view(.init(.chooseProvider))
  }

  /// Shows a choice of the passkey for signing in to a page.
  ///
  /// - Parameters:
  ///   - isImmediate: Whether a locked provider that may have one is not sufficient.
  ///   - list: Returns the step that asks a locked provider for its list.
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

  /// Shows the sheet for an app's sign-in: passkeys and passwords of all providers in one list, then a new passkey, then locked providers
  /// (Apple, "Supporting passkeys").
  ///
  /// - Throws: `nothingToOffer` for an empty view, and if only immediately available sign-ins were requested and there are none.
  static func ofSignIns(for authorization: AppAuthorization, among providers: Providers) throws(ClientFailure) -> RequestStep {
    let query = ServiceQuery(authorization.passwordHosts)
    let found = providers.inOrder.map { FoundSignIns(of: $0, for: authorization, query: query) }
    // Limits each provider to its share of a list that a user can look through.
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
        // A password without a user name is shown by its service.
        let name = identity.user.isEmpty ? identity.service.displayName ?? identity.service.identifier : identity.user
        picker.add(.ask(question), title: DisplayText.line(name), kind: .password, of: one.provider, match: true)
      }
    }
    if let registration = authorization.registrations.first, let creator = providers.creatorOfPasskeys {
      let question = ProviderQuestion(
        provider: creator.bundle.identifier, subject: .registration(registration), stage: .interface)
      picker.add(.ask(question), title: "", kind: .newPasskey, of: creator)
    }
    // A locked provider may have something, but only immediately available sign-ins were requested (Apple:
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

  /// Shows a choice among the passwords generated by a provider.
  static func ofNewPasswords(
    _ passwords: [(kind: String, password: String)], of provider: HostedProvider, taking step: (String, String) -> RequestStep
  ) -> RequestStep {
    var picker = BrokerPicker()
    for made in passwords {
      picker.add(step(made.kind, made.password), title: DisplayText.line(made.password), kind: .password, of: provider)
    }
    return picker.view(.init(.chooseNewPassword))
  }

  /// Shows a choice of the provider to which another one's data goes; no row is selected at first.
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

/// The sign-ins of one provider for an app.
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
