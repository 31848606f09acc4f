// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultAnswer {
  /// One release: what left the vault, when, through which door, and to whom.
  package struct Release: Codable, Hashable, Sendable {
    /// The kind of released data; a newer vault may send others.
    package struct Kind: OpenName {
      /// The name on the wire.
      package let name: String

      /// Creates a kind as received.
      package init(name: String) { self.name = name }

      /// The code of one entry.
      package static let code = Kind(name: "code")
      /// A list with the current codes of several entries.
      package static let codes = Kind(name: "codes")
      /// A password.
      package static let password = Kind(name: "password")
      /// A signature of a passkey.
      package static let passkey = Kind(name: "passkey")
      /// A set-up link, which can generate codes forever.
      package static let setUpLink = Kind(name: "set-up-link")
      /// A note, or the value of a user's own field.
      package static let addition = Kind(name: "addition")
      /// A file attached to an entry.
      package static let attachment = Kind(name: "attachment")
      /// Everything, in a file.
      package static let export = Kind(name: "export")
    }

    /// The door through which data left; a newer vault may send others.
    package struct Door: OpenName {
      /// The name on the wire.
      package let name: String

      /// Creates a door as received.
      package init(name: String) { self.name = name }

      /// A page's or an app's field.
      package static let autoFill = Door(name: "autofill")
      /// This door.
      package static let management = Door(name: "management")
      /// This door, for the popup of a browser.
      package static let browser = Door(name: "browser")
    }

    /// Its number in the log; numbers increase by one.
    package var number: UInt64
    /// The time at which it happened, in seconds since 1970.
    package var time: Double
    /// The kind of data.
    package var kind: Kind
    /// The door.
    package var door: Door
    /// The record's identifier; nil for a list.
    package var record: String?
    /// The user's name for the service, or a description of a list.
    package var title: String
    /// The account's name at the service.
    package var user: String
    /// The recipient: a website or app, or the program identified by the kernel.
    package var recipient: String

    /// Creates a release.
    package init(
      number: UInt64, time: Double, kind: Kind, door: Door, record: String? = nil, title: String, user: String, recipient: String
    ) {
      self.number = number
      self.time = time
      self.kind = kind
      self.door = door
      self.record = record
      self.title = title
      self.user = user
      self.recipient = recipient
    }
  }

  /// A part of the log of releases.
  package struct ReleaseList: Codable, Hashable, Sendable {
    /// The maximum number of rows in one answer.
    package static let longest = 200

    /// The rows, newest first.
    package var rows: [Release]
    /// The total number of releases in the log.
    package var total: Int
    /// The number of missing or damaged releases between the oldest and the newest.
    package var missing: Int

    /// Creates a part of the log.
    package init(rows: [Release], total: Int, missing: Int) {
      self.rows = rows
      self.total = total
      self.missing = missing
    }
  }
}
