// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultAnswer {
  /// How the vault stands to the account's other devices.
  package struct SyncStatus: Codable, Hashable, Sendable {
    /// How it goes, in a word; a program that does not know one says so.
    package enum State: String, Codable, Sendable {
      /// The vault is of this device alone.
      case off
      /// It is closed, and what waits here is known; the rest is not.
      case locked
      /// Something is exchanged now.
      case working
      /// Everything was exchanged, and news is waited for.
      case current
      /// The place cannot be reached, or refused; it is tried again.
      case waiting
      /// An alarm stands: nothing is sent until the person decides.
      case stopped
    }
    /// How it goes.
    package var state: State
    /// Where it is synchronised; nil where it is not, or while the vault is closed.
    package var place: String?
    /// Why it waits or is stopped: a code.
    package var problem: String?
    /// What belongs to the code: the carrier's or the server's own.
    package var detail: String?
    /// When everything was exchanged last, in seconds since 1970.
    package var lastComplete: Double?
    /// When the alarm was raised, in seconds since 1970.
    package var raised: Double?
    /// Records that no other device can have yet as they are here.
    package var pending: Int
    /// How it goes with the bytes of files, which follow behind their entries; nil where nothing is on its way.
    package var files: FilesOnTheirWay?
    /// Records with a version that is kept aside, since it is dated more than a year ahead.
    package var quarantined: Int?
    /// The newest commit here: its number and the beginning of its hash; nil but after an alarm.
    package var own: String?
    /// The commit that was served in its place, written the same way.
    package var served: String?
    /// The device that an alarm is about, by name or number.
    package var device: String?
    /// The account's devices; nil while the vault is closed.
    package var devices: [Device]?
    /// True where all but the state, its reason and what is on its way is left out, since the caller has no grant; else nil.
    package var shortened: Bool?

    /// Says how it stands.
    package init(state: State, pending: Int = 0) {
      self.state = state
      self.pending = pending
    }

    /// What a caller without a grant is told: enough for a dot and its words, and neither places, devices nor times.
    package var short: SyncStatus {
      // Named one by one, so that what is added later is left out until somebody decides.
      var status = SyncStatus(state: state, pending: pending)
      status.problem = problem
      status.detail = detail
      status.files = files
      status.quarantined = quarantined
      // Nothing is left out of these two.
      if state != .off, state != .locked { status.shortened = true }
      return status
    }
  }

  /// Files whose bytes are on their way to other devices, or from them.
  package struct FilesOnTheirWay: Codable, Hashable, Sendable {
    /// Files that the other side does not have whole yet.
    package var outgoing: Int
    /// Files that entries name and whose bytes are not here.
    package var incoming: Int
    /// How many of those that are to come were brought as something else, and refused.
    package var refused: Int?
    /// Why they wait: a code.
    package var problem: String?
    /// What belongs to the code: the carrier's or the server's own.
    package var detail: String?

    /// Counts files.
    package init(outgoing: Int, incoming: Int) {
      self.outgoing = outgoing
      self.incoming = incoming
    }
  }

  /// A device of the account.
  package struct Device: Codable, Hashable, Sendable {
    /// Its number, 32 hexadecimal digits.
    package var number: String
    /// What it is called; nil where nobody named it.
    package var name: String?
    /// Whether it is this one.
    package var isThis: Bool
    /// When it wrote last, in seconds since 1970, by its own clock; nil for one that never did.
    package var lastSeen: Double?
    /// Whether it has written nothing for 14 days.
    package var isSilent: Bool

    /// Describes a device.
    package init(number: String, name: String?, isThis: Bool, lastSeen: Double?, isSilent: Bool) {
      self.number = number
      self.name = name
      self.isThis = isThis
      self.lastSeen = lastSeen
      self.isSilent = isSilent
    }

    private enum CodingKeys: String, CodingKey {
      case number, name
      case isThis = "this"
      case lastSeen = "last-seen"
      case isSilent = "silent"
    }
  }

  /// The account's devices, and the words by which two of them are compared.
  package struct DeviceList: Codable, Hashable, Sendable {
    /// The devices, this one first.
    package var devices: [Device]
    /// Six words that are the same on all devices that have seen the same.
    package var words: [String]
    /// Where the account is synchronised; nil from an older vault.
    package var place: String?

    /// Lists devices.
    package init(devices: [Device], words: [String], place: String? = nil) {
      self.devices = devices
      self.words = words
      self.place = place
    }
  }

  /// A device that was removed, and what it knew.
  package struct RemovedDevice: Codable, Hashable, Sendable {
    /// The device.
    package var device: Device
    /// The entries whose secrets it had: their passwords are to be changed, and their passkeys made anew. At most ``VaultAnswer/mostMatches``.
    package var known: [VaultEntry]
    /// How many those are.
    package var total: Int

    /// Tells of a removal.
    package init(device: Device, known: [VaultEntry], total: Int) {
      self.device = device
      self.known = known
      self.total = total
    }
  }
}

extension VaultAnswer {
  /// An offer to a new device. The secret part is the link for a QR code, a line feed, and the code to type.
  package struct DeviceOffer: Codable, Hashable, Sendable {
    /// Where the new device finds the account.
    package var place: String
    /// For how many seconds it is good.
    package var seconds: Int

    /// Describes an offer.
    package init(place: String, seconds: Int) {
      self.place = place
      self.seconds = seconds
    }
  }

  /// A computer that joined an account.
  package struct JoinedAccount: Codable, Hashable, Sendable {
    /// How many entries the vault has now.
    package var entries: Int
    /// When the account was last changed, in seconds since 1970, by the clock of the device that changed it; nil where nothing was.
    package var lastChange: Double?
    /// The account's devices.
    package var devices: [Device]

    /// Tells of it.
    package init(entries: Int, lastChange: Double?, devices: [Device]) {
      self.entries = entries
      self.lastChange = lastChange
      self.devices = devices
    }
  }
}
