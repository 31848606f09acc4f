// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import VaultProtocol

/// What the settings know of the account's devices: how it stands at all times, and the devices once the person has let the vault name them.
package struct DeviceSettings: Equatable, Sendable {
  /// What is asked of the vault.
  package enum Question: Hashable, Sendable {
    /// How it stands.
    case look
    /// Where it is synchronised, and with which devices.
    case list
    /// Another name for a device.
    case rename(VaultCall.DeviceRename)
    /// A code for a new device.
    case offer
    /// The new device that answers the code.
    case admit
    /// That a device, by its number, is none any more.
    case remove(String)
    /// That everything is exchanged now.
    case exchange
    /// That the vault is synchronised at a place, or goes over to it.
    case synchronise(VaultCall.SyncPlace)
    /// That it goes on after an alarm.
    case resume
    /// That what was kept aside is taken in.
    case accept
    /// That the vault is one of this computer alone.
    case leave

    /// The vault's call that asks it.
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

    /// Whether no prompt of the vault's comes at once.
    package var isSilent: Bool { self == .look || self == .admit || self == .exchange }

    /// Whether it is about the place where the vault is synchronised.
    package var isAboutPlace: Bool {
      switch self {
      case .synchronise, .leave: true
      default: false
      }
    }

    /// What is said of how things stand where it was refused.
    fileprivate var unchanged: String {
      switch self {
      case .list: DeviceSettingsWords.nothingShown
      case .synchronise: DeviceSettingsWords.asItWas
      case .offer, .admit: DeviceSettingsWords.nothingAdded
      case .look, .rename, .remove, .exchange, .resume, .accept, .leave: DeviceSettingsWords.nothingChanged
      }
    }

    /// Whether it is asked at the vault's own door: the broker carries no secret of an account, and nothing that a passphrase is asked for.
    package var isAskedAtVault: Bool {
      switch self {
      case .look, .list, .rename: false
      case .offer, .admit, .remove, .exchange, .synchronise, .resume, .accept, .leave: true
      }
    }
  }

  /// How it stands; nil before the vault has said so, and where it does not answer.
  package private(set) var status: VaultAnswer.SyncStatus?
  /// Whether the vault was asked and does not answer.
  package private(set) var isSilent = false
  /// The devices and their place, as they were when the person let them be shown.
  package private(set) var list: VaultAnswer.DeviceList?
  /// What became of the last question, in a sentence.
  package private(set) var notice: String?
  /// The question that this is about, also while it is asked.
  package private(set) var told: Question?
  /// How far the vault is with what it is asked.
  package private(set) var progress: VaultAnswer.Progress?
  /// What a new device is told now, while its code is good.
  package private(set) var offer: VaultAnswer.DeviceOffer?
  /// The device that was removed last, with what it knew.
  package private(set) var removed: VaultAnswer.RemovedDevice?
  /// The question that the person is asked about now.
  package private(set) var asked: Question?

  /// Knows nothing yet.
  package init() {}

  /// Whether there are devices that could be shown.
  package var canShow: Bool { status.map { $0.state != .off } ?? false }

  /// What is said of the last question: that the person is asked, how far it is, or what became of it.
  package var news: String? {
    guard let asked else { return notice }
    return progress.map(DeviceSettingsWords.progress) ?? (asked.isSilent ? nil : DeviceSettingsWords.asking)
  }

  /// Notes that a question goes to the vault; false where another one waits for the person.
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

  /// Takes how far the vault is with what it is asked.
  package mutating func hear(_ progress: VaultAnswer.Progress, to question: Question) {
    if asked == question { self.progress = progress }
  }

  /// Takes an answer.
  /// - Parameter answer: nil where none came, or none that is known here.
  package mutating func hear(_ answer: VaultAnswer?, to question: Question) {
    // Between two places it is at neither.
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
      // The devices that were listed were those of the former place.
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

  /// Says why a question did not have the answer that it was asked for.
  private mutating func miss(_ answer: VaultAnswer?, to question: Question) {
    if question == .admit {
      // An offer that was taken back is over, whatever its question is answered.
      guard offer != nil else { return }
      offer = nil
    }
    guard case .failure(let failure)? = answer else {
      notice = DeviceSettingsWords.silent
      return
    }
    // The status tells why an exchange failed, so there is no notice.
    if question != .exchange { notice = DeviceSettingsWords.refusal(failure, of: question.unchanged) }
  }

  private mutating func take(_ status: VaultAnswer.SyncStatus) {
    // What only a caller with a grant is told would go again at the next look.
    self.status = status.short
    isSilent = false
    // What an open vault told does not stay on the screen of a closed one.
    if status.state == .off || status.state == .locked { forget() }
  }

  /// Takes the devices off the screen, what one of them knew, and the sentence that names one.
  private mutating func forget() {
    guard list != nil || removed != nil else { return }
    (list, notice, removed) = (nil, nil, nil)
  }
}
