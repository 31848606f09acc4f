// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import FoundationEssentials

/// Reconstructs an entry's earlier versions from the histories of its parts: KDBX stores whole entries, each with the time from which it
/// applied.
struct KeePassTimeline {
  /// The earlier versions, oldest first.
  private(set) var former: [(bundle: KeePassEntryMaker.Bundle, since: Date?)] = []

  /// The time from which the current version applies, if known.
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
      // An item recreated in another vault can be younger than its history.
      former.append((version, since.map { min($0, until) } ?? until))
      if passwords.first?.retired == until { passwords.removeFirst() }
      if codes.first?.retired == until { codes.removeFirst() }
      if notes.first?.retired == until { notes.removeFirst() }
      since = until
    }
    self.modified = modified ?? (former.isEmpty ? nil : since)
    // The current version's own time shows that something else changed later.
    if !former.isEmpty, self.modified != since { former.append((bundle, since)) }
  }
}
