// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import VaultProtocol

/// What an entry of the vault is called, in settings and in the terminal.
package enum EntryWords {
  /// Its title, or its first service where it has none.
  package static func title(of entry: VaultEntry) -> String {
    PrintableText.of(entry.title.isEmpty ? entry.services.first ?? "" : entry.title)
  }
}
