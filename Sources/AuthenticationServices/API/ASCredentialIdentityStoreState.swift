// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Whether and how the identity store can be changed.
@available(iOS 12.0, macOS 11.0, visionOS 1.0, *)
open class ASCredentialIdentityStoreState: NSObject {
  private let enabled: Bool
  private let incremental: Bool

  /// Makes the state of a store that is not enabled; apps' tests subclass it.
  public override init() {
    self.enabled = false
    self.incremental = false
    super.init()
  }

  /// Takes the state that the broker told.
  package init(isEnabled: Bool, supportsIncrementalUpdates: Bool) {
    self.enabled = isEnabled
    self.incremental = supportsIncrementalUpdates
  }

  /// Whether the provider is enabled; the store of one that is not refuses every change.
  open var isEnabled: Bool { enabled }

  /// Whether identities can be added and removed one by one; if not, replace them all.
  open var supportsIncrementalUpdates: Bool { incremental }
}
