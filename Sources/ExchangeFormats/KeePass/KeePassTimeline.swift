// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import FoundationEssentials

/// What an entry was before, from the histories of what it holds: KDBX keeps whole entries, each with the time since when it was so.
struct KeePassTimeline {
  /// The former versions, the oldest first.
  private(set) var former: [(bundle: KeePassEntryMaker.Bundle, since: Date?)] = []

  /// Since when the present version is as it is, where that can be told.
  private(set) var modified: Date?

  init(_ bundle: KeePassEntryMaker.Bundle, created: Date?, modified: Date?) {
    var passwords = (bundle.login?.history ?? []).sorted { $0.retired < $1.retired }[...]
    var codes = (bundle.code?.history ?? []).sorted { $0.retired < $1.retired }[...]
    var notes = (bundle.note?.history ?? []).sorted { $0.retired < $1.retired }[...]
    var since = created
    while let until = [passwords.first?.retired, codes.first?.retired, notes.first?.retired].compactMap({ $0 }).min() {
      var version = bundle
      if let password = passwords.first { version.login?.password = password.password }
      if let code = codes.first { version.code?.parameters = code.parameters }
      if let note = notes.first { version.note?.text = note.text }
      // An item that was made anew in another vault can have a date after those of its history.
      former.append((version, since.map { min($0, until) } ?? until))
      if passwords.first?.retired == until { passwords.removeFirst() }
      if codes.first?.retired == until { codes.removeFirst() }
      if notes.first?.retired == until { notes.removeFirst() }
      since = until
    }
    self.modified = modified ?? (former.isEmpty ? nil : since)
    // The present version says by its own time when it was changed otherwise.
    if !former.isEmpty, self.modified != since { former.append((bundle, since)) }
  }
}
