// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// What is remembered of one release: what left the vault, when, by which door, and to whom.
package struct ReleaseNote: Hashable, Sendable {
  /// What left the vault.
  package enum Kind: UInt8, Hashable, Sendable {
    /// The code of one credential.
    case code = 1
    /// A list with the current codes of several.
    case codes = 2
    /// A password.
    case password = 3
    /// A signature of a passkey; its key stays.
    case passkey = 4
    /// A set-up link, which makes codes for ever.
    case setUpLink = 5
    /// A note, or the value of a person's own field.
    case addition = 6
    /// A file that a credential holds.
    case attachment = 7
    /// Everything, in a file.
    case export = 8
  }

  /// The way it took.
  package enum Door: UInt8, Hashable, Sendable {
    /// A page's or an app's field.
    case autoFill = 1
    /// The management door, which the command uses.
    case management = 2
    /// The popup of a browser that the person connected.
    case browser = 3
  }

  /// When it left.
  package var date: Date
  /// The way it took.
  package var door: Door
  /// What left.
  package var kind: Kind
  /// Whose it is; nil for a list.
  package var record: RecordIdentifier?
  /// What a person calls the service, or what a list held.
  package var title: String
  /// The account's name there.
  package var user: String
  /// Who got it: a website or app, or the program that the kernel named.
  package var recipient: String

  /// Describes a release.
  package init(date: Date, door: Door, kind: Kind, record: RecordIdentifier?, title: String, user: String, recipient: String) {
    self.date = date
    self.door = door
    self.kind = kind
    self.record = record
    self.title = title
    self.user = user
    self.recipient = recipient
  }
}
