// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultAnswer {
  /// The state of synchronising with the account's other devices.
  package struct SyncStatus: Codable, Hashable, Sendable {
    /// The states; a program that does not know one says so.
    package enum State: String, Codable, Sendable {
      /// The vault is not synchronised.
      case off
      /// It is locked. The number of pending changes here is known, the rest is not.
      case locked
      /// Data is being exchanged.
      case working
      /// Everything was exchanged, and the vault waits for news.
      case current
      /// The place cannot be reached, or refused; it will be retried.
      case waiting
      /// There is an alarm: nothing is sent until the user decides.
      case stopped
    }
    /// The state.
    package var state: State
    /// The place at which it is synchronised; nil if it is not, or while the vault is locked.
    package var place: String?
    /// The reason for waiting or stopping: a code.
    package var problem: String?
    /// The detail of the code, from the carrier or the server.
    package var detail: String?
    /// In how many seconds it is tried again, where the other side asked for a time; nil where it did not.
    package var retryAfter: Double?
    /// The time at which everything was last exchanged, in seconds since 1970.
    package var lastComplete: Double?
    /// The time at which the alarm was raised, in seconds since 1970.
    package var raised: Double?
    /// The number of records whose current version no other device can have yet.
    package var pending: Int
    /// The state of files' bytes, which follow after their entries; nil if none are on their way.
    package var files: FilesOnTheirWay?
    /// The number of records with a version that is quarantined because it is dated more than a year ahead.
    package var quarantined: Int?
    /// The newest commit here: its number and the start of its hash; nil except after an alarm.
    package var own: String?
    /// The commit served in its place, in the same form.
    package var served: String?
    /// The device concerned by an alarm, by name or number.
    package var device: String?
    /// The account's devices; nil while the vault is locked.
    package var devices: [Device]?
    /// How many seconds the clocks of others are ahead of this computer's, negative if behind; nil if they do not differ much.
    package var clockLead: Double?
    /// The clocks that differ: `server`, `devices` (all others, two or more), or `device` (the only other one).
    package var clockWitness: String?
    /// True if the account has no other device; otherwise nil.
    package var isOnlyDevice: Bool?
    /// True if this device brought the account to its place, and none of the others has written there since; otherwise nil.
    package var isFirstThere: Bool?
    /// True if everything but the state, its reason and the transfers is left out because the caller has no grant; otherwise nil.
    package var shortened: Bool?

    /// Creates a status.
    package init(state: State, pending: Int = 0) {
      self.state = state
      self.pending = pending
    }

    /// The status for a caller without a grant: enough for an indicator and its words, without places, devices or times.
    package var short: SyncStatus {
      // Members are copied one by one, so that later additions are left out until someone decides otherwise.
      var status = SyncStatus(state: state, pending: pending)
      status.problem = problem
      status.detail = detail
      status.retryAfter = retryAfter
      status.files = files
      status.quarantined = quarantined
      status.isOnlyDevice = isOnlyDevice
      status.isFirstThere = isFirstThere
      status.clockLead = clockLead
      status.clockWitness = clockWitness
      // These two have nothing to leave out.
      if state != .off, state != .locked { status.shortened = true }
      return status
    }
  }

  /// Files whose bytes are on their way to other devices, or from them.
  package struct FilesOnTheirWay: Codable, Hashable, Sendable {
    /// The number of files that the other side does not have completely yet.
    package var outgoing: Int
    /// The number of files that entries name and whose bytes are not here.
    package var incoming: Int
    /// How many of those that are to come the other side does not have whole, when it was asked last.
    package var unsent: Int?
    /// The number of incoming files for which other bytes were received, and refused.
    package var refused: Int?
    /// The reason that they wait: a code.
    package var problem: String?
    /// The detail of the code, from the carrier or the server.
    package var detail: String?

    /// Creates a value.
    package init(outgoing: Int, incoming: Int) {
      self.outgoing = outgoing
      self.incoming = incoming
    }
  }

  /// A device of the account.
  package struct Device: Codable, Hashable, Sendable {
    /// Its number, 32 hexadecimal digits.
    package var number: String
    /// Its name; nil if it has none.
    package var name: String?
    /// Whether it is this device.
    package var isThis: Bool
    /// The time at which it last wrote, in seconds since 1970 by its own clock; nil if it never did.
    package var lastSeen: Double?
    /// Whether it has written nothing for 14 days.
    package var isSilent: Bool
    /// True if its last change is dated in the future, by this computer's clock; otherwise nil.
    package var isAhead: Bool?

    /// Creates a device.
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
      case lastSeen
      case isSilent = "silent"
      case isAhead = "ahead"
    }
  }

  /// The account's devices, and the words for comparing two of them.
  package struct DeviceList: Codable, Hashable, Sendable {
    /// The devices, this one first.
    package var devices: [Device]
    /// Six words that are the same on all devices that have seen the same data.
    package var words: [String]
    /// The place at which the account is synchronised; nil from an older vault.
    package var place: String?

    /// Creates a list.
    package init(devices: [Device], words: [String], place: String? = nil) {
      self.devices = devices
      self.words = words
      self.place = place
    }
  }

  /// A device that was removed, and the secrets it knew.
  package struct RemovedDevice: Codable, Hashable, Sendable {
    /// The device.
    package var device: Device
    /// The entries whose secrets it had: their passwords should be changed, and their passkeys replaced. At most
    /// ``VaultAnswer/mostMatches``.
    package var known: [VaultEntry]
    /// The total number of those entries.
    package var total: Int
    /// How many files had not come to this device by then; nil for none.
    package var awaitedFiles: Int?
    /// True if the device had been removed before this call, which only lists; otherwise nil.
    package var wasRemovedBefore: Bool?

    /// Creates a value.
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
    /// The place where the new device finds the account.
    package var place: String
    /// The number of seconds for which it is valid.
    package var seconds: Int

    /// Creates an offer.
    package init(place: String, seconds: Int) {
      self.place = place
      self.seconds = seconds
    }
  }

  /// A computer that joined an account.
  package struct JoinedAccount: Codable, Hashable, Sendable {
    /// The number of entries in the vault now.
    package var entries: Int
    /// The time at which the account was last changed, in seconds since 1970 by the clock of the changing device; nil if it never was.
    package var lastChange: Double?
    /// The account's devices.
    package var devices: [Device]
    /// Records with a version that is kept aside, as in ``SyncStatus``; nil for none.
    package var quarantined: Int?

    /// Creates a value.
    package init(entries: Int, lastChange: Double?, devices: [Device]) {
      self.entries = entries
      self.lastChange = lastChange
      self.devices = devices
    }
  }
}
