// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Something that has come about, or not yet.
final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .acquiring) }

  func set() { value.store(true, ordering: .releasing) }
}
