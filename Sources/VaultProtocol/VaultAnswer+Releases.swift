// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultAnswer {
  /// One release: what left the vault, when, by which door, and to whom.
  package struct Release: Codable, Hashable, Sendable {
    /// What left the vault; a newer vault may send others.
    package struct Kind: OpenName {
      /// The name on the wire.
      package let name: String

      /// Takes a name as it came.
      package init(name: String) { self.name = name }

      /// The code of one credential.
      package static let code = Kind(name: "code")
      /// A list with the current codes of several.
      package static let codes = Kind(name: "codes")
      /// A password.
      package static let password = Kind(name: "password")
      /// A signature of a passkey.
      package static let passkey = Kind(name: "passkey")
      /// A set-up link, which makes codes for ever.
      package static let setUpLink = Kind(name: "set-up-link")
      /// A note, or the value of a person's own field.
      package static let addition = Kind(name: "addition")
      /// A file that a credential holds.
      package static let attachment = Kind(name: "attachment")
      /// Everything, in a file.
      package static let export = Kind(name: "export")
    }

    /// The way it took; a newer vault may send others.
    package struct Door: OpenName {
      /// The name on the wire.
      package let name: String

      /// Takes a name as it came.
      package init(name: String) { self.name = name }

      /// A page's or an app's field.
      package static let autoFill = Door(name: "autofill")
      /// This door.
      package static let management = Door(name: "management")
      /// This door, for the popup of a browser.
      package static let browser = Door(name: "browser")
    }

    /// Its number in the log; each has one more than the one before.
    package var number: UInt64
    /// When, in seconds since 1970.
    package var time: Double
    /// What left the vault.
    package var kind: Kind
    /// The way it took.
    package var door: Door
    /// The record's identifier; nil for a list.
    package var record: String?
    /// What a person calls the service, or what a list held.
    package var title: String
    /// The account's name there.
    package var user: String
    /// Who got it: a website or app, or the program that the kernel named.
    package var recipient: String

    /// Describes a release.
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
    /// The most rows of one answer.
    package static let longest = 200

    /// The rows, the newest first.
    package var rows: [Release]
    /// How many releases are remembered in all.
    package var total: Int
    /// How many between the first and the last of all are missing or damaged.
    package var missing: Int

    /// Describes a part of the log.
    package init(rows: [Release], total: Int, missing: Int) {
      self.rows = rows
      self.total = total
      self.missing = missing
    }
  }
}
