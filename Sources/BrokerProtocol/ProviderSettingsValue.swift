// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// An installed provider and how the person has it set, for lists of settings.
package struct ProviderSettingsValue: Codable, Hashable, Sendable {
  /// The bundle's identifier.
  package var identifier: String
  /// The provider's name, for people.
  package var name: String
  /// The bundle's folder.
  package var folder: String
  /// What the bundle declares, by the keys of its `Info.plist`.
  package var capabilities: [String]
  /// Whether the person uses it.
  package var isEnabled: Bool
  /// Its place among the enabled ones, from 0; nil for one that is not enabled.
  package var position: Int?
  /// How it stands; the values of ``ProviderStatusValue/state``, `disabled`, `notAgreed` for one that waits for ``agreement``, or `unreadable` for a folder whose
  /// `Info.plist` describes no provider; its identifier is its path then.
  package var state: String
  /// How many faults it has on record.
  package var faults: Int
  /// Whether new passkeys are made by it.
  package var isDefaultForPasskeys: Bool
  /// What the provider doctor found, one code for each finding.
  package var findings: [String]
  /// What it declares to need beyond its own folder, and is let have, by the keys of its `Info.plist`.
  package var needs: [String]
  /// What of the person's it declares to reach.
  package var access: [ProviderAccessValue]
  /// What enabling it has to bring along in ``ProviderSettingsChange/agreement``, once the person has seen ``access`` and ``needs`` and agrees;
  /// nil where nothing is to be agreed to.
  package var agreement: String?
  /// Whether its process runs in a sandbox: `active`, or why not: `bubblewrapMissing`, `bubblewrapTooOld`, `namespacesForbidden`,
  /// `none`.
  package var sandbox: String
  /// Why the broker turned it off; nil when it did not.
  package var notice: ProviderNoticeValue?
  /// The last of its faults, while any is on record or it is turned off for them.
  package var lastFault: ProviderFaultValue?

  /// Describes one provider.
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

/// Why a provider was turned off without the person.
package struct ProviderNoticeValue: Codable, Hashable, Sendable {
  /// The reason's code: `faults`.
  package var reason: String
  /// When it happened, in seconds since 1970.
  package var time: Double

  /// Notes a reason and its time.
  package init(reason: String, time: Double) {
    self.reason = reason
    self.time = time
  }
}

/// What `set-provider` changes; what is nil stays as it is.
package struct ProviderSettingsChange: Codable, Hashable, Sendable {
  /// The bundle's identifier.
  package var identifier: String
  /// Whether it shall be used.
  package var enabled: Bool?
  /// Its new place among the enabled ones, from 0.
  package var position: Int?
  /// Whether it shall make new passkeys.
  package var defaultForPasskeys: Bool?
  /// What the person was shown that the provider reaches, and agrees to: ``ProviderSettingsValue/agreement``.
  package var agreement: String?

  /// Describes a change.
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
