// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// An installed provider and its settings, for lists of settings.
package struct ProviderSettingsValue: Codable, Hashable, Sendable {
  /// The identifier of Passfold's own provider, the vault.
  package static let vault = "passfold.vault"

  /// The bundle's identifier.
  package var identifier: String
  /// The provider's display name.
  package var name: String
  /// The bundle's folder.
  package var folder: String
  /// The bundle's declared capabilities, by the keys of its `Info.plist`.
  package var capabilities: [String]
  /// Whether the user has enabled it.
  package var isEnabled: Bool
  /// Its position among the enabled providers, from 0; nil if it is not enabled.
  package var position: Int?
  /// Its state: the values of ``ProviderStatusValue/state``, `disabled`, `notAgreed` for a provider that waits for ``agreement``, or
  /// `unreadable` for a folder whose `Info.plist` describes no provider; its identifier is then its path.
  package var state: String
  /// The number of faults on record.
  package var faults: Int
  /// Whether new passkeys are created by it.
  package var isDefaultForPasskeys: Bool
  /// The findings of the provider doctor, one code for each finding.
  package var findings: [String]
  /// The declared needs beyond its own folder that are granted, by the keys of its `Info.plist`.
  package var needs: [String]
  /// The resources of the user's that it declares to need.
  package var access: [ProviderAccessValue]
  /// The value of ``ProviderSettingsChange/agreement`` that is required to enable it, once the user has seen ``access`` and ``needs`` and
  /// agrees; nil if no agreement is needed.
  package var agreement: String?
  /// Whether its process runs in a sandbox: `active`, or the reason that it does not: `bubblewrapMissing`, `bubblewrapTooOld`,
  /// `namespacesForbidden`, `none`.
  package var sandbox: String
  /// The reason that the broker disabled it; nil if it did not.
  package var notice: ProviderNoticeValue?
  /// Its most recent fault, while any is on record or it is disabled because of them.
  package var lastFault: ProviderFaultValue?

  /// Creates the settings of one provider.
  package init(
    identifier: String, name: String, folder: String, capabilities: [String], isEnabled: Bool, position: Int?, state: String, faults: Int,
    isDefaultForPasskeys: Bool, findings: [String], needs: [String] = [], access: [ProviderAccessValue] = [], agreement: String? = nil,
    sandbox: String = "none", notice: ProviderNoticeValue? = nil,
    lastFault: ProviderFaultValue? = nil
  ) {
    self.identifier = identifier
    self.name = name
    self.folder = folder
    self.capabilities = capabilities
    self.isEnabled = isEnabled
    self.position = position
    self.state = state
    self.faults = faults
    self.isDefaultForPasskeys = isDefaultForPasskeys
    self.findings = findings
    self.needs = needs
    self.access = access
    self.agreement = agreement
    self.sandbox = sandbox
    self.notice = notice
    self.lastFault = lastFault
  }
}

/// The reason that a provider was disabled without the user.
package struct ProviderNoticeValue: Codable, Hashable, Sendable {
  /// The reason's code: `faults`.
  package var reason: String
  /// The time at which it was disabled, in seconds since 1970.
  package var time: Double

  /// Creates a notice with a reason and its time.
  package init(reason: String, time: Double) {
    self.reason = reason
    self.time = time
  }
}

/// The changes of `set-provider`; members that are nil stay unchanged.
package struct ProviderSettingsChange: Codable, Hashable, Sendable {
  /// The bundle's identifier.
  package var identifier: String
  /// Whether the provider is to be used.
  package var enabled: Bool?
  /// Its new position among the enabled providers, from 0.
  package var position: Int?
  /// Whether it is to create new passkeys.
  package var defaultForPasskeys: Bool?
  /// The agreement to the access that the user was shown: ``ProviderSettingsValue/agreement``.
  package var agreement: String?

  /// Creates a change.
  package init(
    identifier: String, enabled: Bool? = nil, position: Int? = nil, defaultForPasskeys: Bool? = nil, agreement: String? = nil
  ) {
    self.agreement = agreement
    self.identifier = identifier
    self.enabled = enabled
    self.position = position
    self.defaultForPasskeys = defaultForPasskeys
  }
}
