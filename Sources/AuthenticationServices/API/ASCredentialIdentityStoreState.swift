// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Whether and how the identity store can be changed.
@available(iOS 12.0, macOS 11.0, visionOS 1.0, *)
open class ASCredentialIdentityStoreState: NSObject {
  private let enabled: Bool
  private let incremental: Bool

  /// Creates the state of a store that is not enabled. Apps' tests subclass it.
  public override init() {
    self.enabled = false
    self.incremental = false
    super.init()
  }

  /// Creates the state that the broker reported.
  package init(isEnabled: Bool, supportsIncrementalUpdates: Bool) {
    self.enabled = isEnabled
    self.incremental = supportsIncrementalUpdates
  }

  /// Whether the provider is enabled. Otherwise, the store refuses every change.
  open var isEnabled: Bool { enabled }

  /// Whether identities can be added and removed individually. Otherwise, replace them all.
  open var supportsIncrementalUpdates: Bool { incremental }
}
