// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// The log entry of one release: what left the vault, when, through which door, and to whom.
package struct ReleaseNote: Hashable, Sendable {
  /// The kind of released data.
  package enum Kind: UInt8, Hashable, Sendable {
    /// The code of one credential.
    case code = 1
    /// A list with the current codes of several credentials.
    case codes = 2
    /// A password.
    case password = 3
    /// A passkey's signature; its key stays.
    case passkey = 4
    /// A set-up link, which can generate codes forever.
    case setUpLink = 5
    /// A note, or the value of a user's own field.
    case addition = 6
    /// A file attached to a credential.
    case attachment = 7
    /// Everything, in a file.
    case export = 8
  }

  /// The door through which data left.
  package enum Door: UInt8, Hashable, Sendable {
    /// A page's or an app's field.
    case autoFill = 1
    /// The management door, which the command uses.
    case management = 2
    /// The popup of a browser that the user connected.
    case browser = 3
  }

  /// The time at which the data left.
  package var date: Date
  /// The door.
  package var door: Door
  /// The kind of data.
  package var kind: Kind
  /// The record; nil for a list.
  package var record: RecordIdentifier?
  /// The user's name for the service, or a description of a list.
  package var title: String
  /// The account's name at the service.
  package var user: String
  /// The recipient: a website or app, or the program identified by the kernel.
  package var recipient: String

  /// Creates a note.
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
