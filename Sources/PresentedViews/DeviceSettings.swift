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

    package var call: VaultCall {
      switch self {
      case .look: .syncStatus
      case .list: .devices
      case .rename(let renaming): .renameDevice(renaming)
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
  /// The question that the person is asked about now.
  package private(set) var asked: Question?

  /// Knows nothing yet.
  package init() {}

  /// Whether there are devices that could be shown.
  package var canShow: Bool { status.map { $0.state != .off } ?? false }

  /// Notes that a question goes to the vault; false where another one waits for the person.
  package mutating func ask(_ question: Question) -> Bool {
    guard question != .look else { return true }
    guard asked == nil else { return false }
    asked = question
    notice = nil
    return true
  }

  /// Takes an answer.
  /// - Parameter answer: nil where none came, or none that is known here.
  package mutating func hear(_ answer: VaultAnswer?, to question: Question) {
    if asked == question { asked = nil }
    switch (question, answer) {
    case (.look, .syncStatus(let status)?):
      self.status = status
      isSilent = false
      // What an open vault told does not stay on the screen of a closed one.
      if status.state == .off || status.state == .locked { forget() }
    case (.look, _):
      (status, isSilent) = (nil, true)
      forget()
    case (.list, .devices(let list)?): self.list = list
    case (.rename, .deviceRenamed(let device)?):
      notice = DeviceWords.renamed(device)
      let devices = list?.devices.map { $0.number == device.number ? device : $0 }
      list?.devices = devices ?? []
    case (.list, .failure(let failure)?): notice = DeviceSettingsWords.refusal(failure, of: DeviceSettingsWords.nothingShown)
    case (.rename, .failure(let failure)?): notice = DeviceSettingsWords.refusal(failure, of: DeviceSettingsWords.nothingChanged)
    case (.list, _), (.rename, _): notice = DeviceSettingsWords.silent
    }
  }

  /// Takes the devices off the screen, and the sentence that names one.
  private mutating func forget() {
    guard list != nil else { return }
    (list, notice) = (nil, nil)
  }
}
