// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import VaultProtocol

/// The entries of the vault or its trash, page by page.
enum EntryListing {
  /// Requests every page, or as many as a limit allows.
  ///
  /// - Parameters:
  ///   - call: Makes the request for a page.
  ///   - query: The words that the entries must contain.
  ///   - kind: The kind of entry; nil for all.
  ///   - joined: Whether the credentials of one account form one entry.
  static func all(
    _ call: (VaultCall.ListQuery) -> VaultCall, of door: VaultDoor, fitting query: String = "", kind: VaultEntry.Kind? = nil,
    joined: Bool = false
  ) async throws(CommandFailure) -> [VaultEntry] {
    try await first(nil, of: call, door: door, fitting: query, kind: kind, joined: joined).entries
  }

  /// Requests the first entries of a list.
  ///
  /// - Parameter limit: The maximum number of entries; nil for all.
  /// - Returns: The entries, and the total number.
  static func first(
    _ limit: Int?, of call: (VaultCall.ListQuery) -> VaultCall, door: VaultDoor, fitting query: String = "",
    kind: VaultEntry.Kind? = nil, joined: Bool = false
  ) async throws(CommandFailure) -> VaultAnswer.EntryList {
    var entries: [VaultEntry] = []
    while true {
      // Continues after the last entry received, so that additions and removals in the meantime skip no other entry.
      let wanted = VaultCall.ListQuery(
        query: query.isEmpty ? nil : query, kind: kind, offset: entries.isEmpty ? nil : entries.count, after: entries.last?.record,
        limit: limit.map { $0 - entries.count }, joined: joined ? true : nil)
      guard case .entries(let page) = try await door.ask(call(wanted)).answer else { throw .hungUp }
      entries += page.entries
      if page.entries.isEmpty || entries.count >= min(page.total, limit ?? .max) {
        return VaultAnswer.EntryList(entries: entries, total: page.total)
      }
    }
  }
}
