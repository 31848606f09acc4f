// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import VaultProtocol

/// The entries of the vault or of its trash, page by page.
enum EntryListing {
  /// Asks for every page, or for as many as a limit takes.
  ///
  /// - Parameters:
  ///   - call: Makes the request for a page.
  ///   - query: Words that the entries have to hold.
  ///   - kind: The kind that is meant; nil for all.
  ///   - joined: Whether the credentials of one account are one entry.
  static func all(
    _ call: (VaultCall.ListQuery) -> VaultCall, of door: VaultDoor, fitting query: String = "", kind: VaultEntry.Kind? = nil,
    joined: Bool = false
  ) async throws(CommandFailure) -> [VaultEntry] {
    try await first(nil, of: call, door: door, fitting: query, kind: kind, joined: joined).entries
  }

  /// Asks for the first of a list.
  ///
  /// - Parameter limit: The most entries that are wanted; nil wants all.
  /// - Returns: The entries, and how many there are in all.
  static func first(
    _ limit: Int?, of call: (VaultCall.ListQuery) -> VaultCall, door: VaultDoor, fitting query: String = "",
    kind: VaultEntry.Kind? = nil, joined: Bool = false
  ) async throws(CommandFailure) -> VaultAnswer.EntryList {
    var entries: [VaultEntry] = []
    while true {
      // By the last entry that came: what is added or removed meanwhile moves no other entry out of the list.
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
