// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import VaultProtocol

/// The state of the account's devices in the settings: the sync status at all times, and the devices once the user lets the vault show
/// them.
package struct DeviceSettings: Equatable, Sendable {
  /// The requests to the vault.
  package enum Question: Hashable, Sendable {
    /// The status.
    case look
    /// The place of synchronisation and the devices.
    case list
    /// Rename a device.
    case rename(VaultCall.DeviceRename)
    /// A code for a new device.
    case offer
    /// The new device that answers the code.
    case admit
    /// Remove a device, by its number.
    case remove(String)
    /// Exchange everything now.
    case exchange
    /// Synchronise at a place, or switch to it.
    case synchronise(VaultCall.SyncPlace)
    /// Resume after an alarm.
    case resume
    /// Accept the changes that were set aside.
    case accept
    /// Keep the vault on this computer only.
    case leave

    /// The corresponding call to the vault.
    package var call: VaultCall {
      switch self {
      case .look: .syncStatus
      case .list: .devices
      case .rename(let renaming): .renameDevice(renaming)
      case .offer: .offerDevice
      case .admit: .admitDevice
      case .remove(let number): .removeDevice(VaultCall.DeviceQuery(device: number))
      case .exchange: .syncStep(VaultCall.SyncStep(.exchange))
      case .synchronise(let place): .synchronise(place)
      case .resume: .syncStep(VaultCall.SyncStep(.resume))
      case .accept: .syncStep(VaultCall.SyncStep(.accept))
      case .leave: .syncStep(VaultCall.SyncStep(.leave))
      }
    }

    /// Whether the vault shows no prompt for it immediately.
    package var isSilent: Bool { self == .look || self == .admit || self == .exchange }

    /// Whether it concerns the place of synchronisation.
    package var isAboutPlace: Bool {
      switch self {
      case .synchronise, .leave: true
      default: false
      }
    }

    /// The words about the state after a refusal.
    fileprivate var unchanged: String {
      switch self {
      case .list: DeviceSettingsWords.nothingShown
      case .synchronise: DeviceSettingsWords.asItWas
      case .offer, .admit: DeviceSettingsWords.nothingAdded
      case .look, .rename, .remove, .exchange, .resume, .accept, .leave: DeviceSettingsWords.nothingChanged
      }
    }

    /// Whether it is sent to the vault's own socket: the broker transfers no secret of an account, and nothing that needs a passphrase.
    package var isAskedAtVault: Bool {
      switch self {
      case .look, .list, .rename: false
      case .offer, .admit, .remove, .exchange, .synchronise, .resume, .accept, .leave: true
      }
    }
  }

  /// The status; nil before the vault has reported it, and if it does not answer.
  package private(set) var status: VaultAnswer.SyncStatus?
  /// Whether the vault was asked and does not answer.
  package private(set) var isSilent = false
  /// The devices and their place, as they were when the user let the vault show them.
  package private(set) var list: VaultAnswer.DeviceList?
  /// The result of the last request, in a sentence.
  package private(set) var notice: String?
  /// The request that ``notice`` is about, also while it is in progress.
  package private(set) var told: Question?
  /// The vault's progress with the request.
  package private(set) var progress: VaultAnswer.Progress?
  /// The offer for a new device, while its code is valid.
  package private(set) var offer: VaultAnswer.DeviceOffer?
  /// The last removed device, with the entries it could read.
  package private(set) var removed: VaultAnswer.RemovedDevice?
  /// The request that the user is being asked about.
  package private(set) var asked: Question?

  /// Starts without any knowledge.
  package init() {}

  /// Whether there are devices that could be shown.
  package var canShow: Bool { status.map { $0.state != .off } ?? false }

  /// The words about the last request: that the user is being asked, its progress, or its result.
  package var news: String? {
    guard let asked else { return notice }
    return progress.map(DeviceSettingsWords.progress) ?? (asked.isSilent ? nil : DeviceSettingsWords.asking)
  }

  /// Records that a request goes to the vault; returns false if another one is waiting for the user.
  package mutating func ask(_ question: Question) -> Bool {
    guard question != .look else { return true }
    guard asked == nil else { return false }
    (asked, told, notice) = (question, question, nil)
    if question != .admit { (offer, removed) = (nil, nil) }
    return true
  }

  /// Ends the offer before a device has answered it.
  package mutating func withdraw() {
    guard offer != nil else { return }
    (offer, asked) = (nil, nil)
    notice = DeviceSettingsWords.nothingAdded
  }

  /// Updates the progress.
  package mutating func hear(_ progress: VaultAnswer.Progress, to question: Question) {
    if asked == question { self.progress = progress }
  }

  /// Handles an answer.
  /// - Parameter answer: Nil if there was none, or if this program does not know it.
  package mutating func hear(_ answer: VaultAnswer?, to question: Question) {
    // While switching, the vault is at neither place.
    if question == .look, case .synchronise? = asked { return }
    if asked == question { (asked, progress) = (nil, nil) }
    switch (question, answer) {
    case (.look, .syncStatus(let status)?), (.exchange, .syncStatus(let status)?):
      take(status)
    case (.look, _):
      (status, isSilent) = (nil, true)
      forget()
    case (.list, .devices(let list)?): self.list = list
    case (.rename, .deviceRenamed(let device)?):
      notice = DeviceWords.renamed(device)
      let devices = list?.devices.map { $0.number == device.number ? device : $0 }
      list?.devices = devices ?? []
      list?.words = []
    case (.offer, .deviceOffer(let offer)?): self.offer = offer
    case (.admit, .deviceAdmitted(let device)?):
      offer = nil
      notice = DeviceWords.admitted(device)
      list?.devices.append(device)
      list?.words = []
    case (.remove, .deviceRemoved(let removed)?):
      self.removed = removed
      notice = DeviceWords.removed(removed.device)
      list?.devices.removeAll { $0.number == removed.device.number }
      list?.words = []
    case (.synchronise, .syncStatus(let status)?):
      let isElsewhere = canShow
      take(status)
      // The listed devices belonged to the old place.
      list = nil
      notice = isElsewhere ? DeviceSettingsWords.wentOver : DeviceSettingsWords.begun
    case (.resume, .syncStatus(let status)?):
      take(status)
      notice = DeviceSettingsWords.wentOn
    case (.accept, .syncStatus(let status)?):
      take(status)
      notice = DeviceSettingsWords.taken
    case (.leave, .syncStatus(let status)?):
      take(status)
      notice = DeviceSettingsWords.left
    case (.list, _), (.rename, _), (.offer, _), (.admit, _), (.remove, _), (.exchange, _), (.synchronise, _), (.resume, _), (.accept, _),
      (.leave, _):
      miss(answer, to: question)
    }
  }

  /// Explains why a request failed.
  private mutating func miss(_ answer: VaultAnswer?, to question: Question) {
    if question == .admit {
      // A withdrawn offer is over, whatever the answer is.
      guard offer != nil else { return }
      offer = nil
    }
    guard case .failure(let failure)? = answer else {
      notice = DeviceSettingsWords.silent
      return
    }
    // The status explains why an exchange failed, so there is no notice.
    if question != .exchange { notice = DeviceSettingsWords.refusal(failure, of: question.unchanged) }
  }

  private mutating func take(_ status: VaultAnswer.SyncStatus) {
    // Details that need a grant would disappear at the next refresh.
    self.status = status.short
    isSilent = false
    // Details from an unlocked vault do not stay on the screen after it is locked.
    if status.state == .off || status.state == .locked { forget() }
  }

  /// Removes from the screen the devices, the removed device's entries, and the sentence with a device's name.
  private mutating func forget() {
    guard list != nil || removed != nil else { return }
    (list, notice, removed) = (nil, nil, nil)
  }
}
