// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import VaultProtocol

/// The displayed name of a vault entry, in settings and in the terminal.
package enum EntryWords {
  /// Its title, or its first service if it has none.
  package static func title(of entry: VaultEntry) -> String {
    PrintableText.of(entry.title.isEmpty ? entry.services.first ?? "" : entry.title)
  }
}
