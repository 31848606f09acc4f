// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The storage of the user's decisions about providers.
package struct ProviderSettingsStorage: Sendable {
  /// Reads the decisions.
  package var load: @Sendable () throws(BrokerError) -> ProviderSettings
  /// Stores the decisions.
  package var save: @Sendable (ProviderSettings) throws(BrokerError) -> Void

  /// Creates a storage from two functions.
  package init(
    load: @escaping @Sendable () throws(BrokerError) -> ProviderSettings,
    save: @escaping @Sendable (ProviderSettings) throws(BrokerError) -> Void
  ) {
    self.load = load
    self.save = save
  }

  /// Creates a storage in a file.
  package init(_ file: ProviderSettingsFile) {
    self.init { () throws(BrokerError) in
      try file.load()
    } save: { settings throws(BrokerError) in
      try file.save(settings)
    }
  }

  /// A storage that lasts only as long as the broker, for a session without a home folder.
  package static let none = ProviderSettingsStorage {
    ProviderSettings()
  } save: { _ in
  }
}
