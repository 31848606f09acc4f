// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import VaultProtocol

/// The entries of the vault or of its trash, gathered page by page.
enum EntryListing {
  /// Asks for every page.
  ///
  /// - Parameter call: Makes the request for a page.
  static func all(
    _ call: (VaultCall.ListQuery) -> VaultCall, of door: VaultDoor
  ) async throws(CommandFailure) -> [VaultEntry] {
    var entries: [VaultEntry] = []
    while true {
      guard case .entries(let page) = try await door.ask(call(.init(offset: entries.count))).answer else { throw .hungUp }
      entries += page.entries
      if page.entries.isEmpty || entries.count >= page.total { return entries }
    }
  }
}
