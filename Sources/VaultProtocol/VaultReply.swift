// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// One answer at the management door. Its secret is the frame's secret part.
package struct VaultReply: Hashable, Sendable {
  /// The request's number; 0 answers the hello.
  package var id: Int
  /// The content of the frame's JSON; a secret is separate.
  package var answer: VaultAnswer

  /// Creates a reply.
  package init(id: Int, answer: VaultAnswer) {
    self.id = id
    self.answer = answer
  }
}

extension VaultReply: Codable {
  private enum CodingKeys: String, CodingKey { case type, id }
  private enum Kind: String, Codable {
    case status, created, done, added, kept, imported, entry, entries, details, code, codes, clock, releases, health, revealed, shown,
      failure
    case checked, snapshots, snapshot, restored, repaired, erased, attachment, progress
    case task, devices, digits, joined
    case taskPart = "task-part"
    case syncStatus = "sync-status"
    case deviceOffer = "device-offer"
    case deviceAdmitted = "device-admitted"
    case deviceRemoved = "device-removed"
    case deviceRenamed = "device-renamed"
    case setUp = "set-up"
    case recoveryKit = "recovery-kit"
    case passwordState = "password-state"
    case setUpURL = "set-up-url"
    case importing, exporting
    case importUndone = "import-undone"
  }

  /// Decodes the flat form; an unknown `type` throws.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int.self, forKey: .id)
    answer =
      switch try container.decode(Kind.self, forKey: .type) {
      case .status: .status(try VaultStatus(from: decoder))
      case .created: .created(try VaultAnswer.RecoveryKit(from: decoder))
      case .recoveryKit: .recoveryKit(try VaultAnswer.RecoveryKit(from: decoder))
      case .done: .done
      case .added: try PresentEntry(from: decoder).answer
      case .kept: .kept(try VaultAnswer.KeptEntry(from: decoder))
      case .setUp: .setUp(try SetUpPreview(from: decoder))
      case .imported: .imported(try CodeImport(from: decoder))
      case .entry: .entry(try OneEntry(from: decoder).entry)
      case .erased: .erased(try VaultAnswer.Erasure(from: decoder))
      case .details: .details(try EntryDetails(from: decoder))
      case .setUpURL: .setUpURL(try OneEntry(from: decoder).entry)
      case .codes: .codes(try VaultAnswer.CodeList(from: decoder))
      case .clock: .clock(try VaultAnswer.ClockState(from: decoder))
      case .releases: .releases(try VaultAnswer.ReleaseList(from: decoder))
      case .health: .health(try VaultAnswer.HealthPage(from: decoder))
      case .entries: .entries(try VaultAnswer.EntryList(from: decoder))
      case .passwordState: .passwordState(try VaultAnswer.PasswordState(from: decoder))
      case .revealed: .revealed(try OneEntry(from: decoder).entry)
      case .shown: .shown(try VaultAnswer.ShownParts(from: decoder))
      case .attachment: .attachment(try VaultAnswer.AttachmentState(from: decoder))
      case .code: .code(try VaultAnswer.IssuedCode(from: decoder))
      case .checked: .checked(try VaultAnswer.CheckReport(from: decoder))
      case .snapshots: .snapshots(try VaultAnswer.SnapshotList(from: decoder))
      case .snapshot: .snapshot(try VaultAnswer.Snapshot(from: decoder))
      case .restored: .restored(try VaultAnswer.Restoration(from: decoder))
      case .repaired: .repaired(try VaultAnswer.RepairReport(from: decoder))
      case .task: .task(try VaultAnswer.CarryTask(from: decoder))
      case .taskPart: .taskPart
      case .syncStatus: .syncStatus(try VaultAnswer.SyncStatus(from: decoder))
      case .devices: .devices(try VaultAnswer.DeviceList(from: decoder))
      case .deviceOffer: .deviceOffer(try VaultAnswer.DeviceOffer(from: decoder))
      case .deviceAdmitted: .deviceAdmitted(try VaultAnswer.Device(from: decoder))
      case .deviceRemoved: .deviceRemoved(try VaultAnswer.RemovedDevice(from: decoder))
      case .deviceRenamed: .deviceRenamed(try VaultAnswer.Device(from: decoder))
      case .digits: .digits
      case .joined: .joined(try VaultAnswer.JoinedAccount(from: decoder))
      case .importing: .importing(try VaultAnswer.ImportState(from: decoder))
      case .importUndone: .importUndone(try VaultAnswer.ImportUndone(from: decoder))
      case .exporting: .exporting(try VaultAnswer.ExportState(from: decoder))
      case .progress: .progress(try VaultAnswer.Progress(from: decoder))
      case .failure: .failure(try VaultFailure(from: decoder))
      }
  }

  /// Encodes the flat form: the answer's members next to `type` and `id`.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    let (kind, members): (Kind, (any Encodable)?) =
      switch answer {
      case .created(let kit): (.created, kit)
      case .recoveryKit(let kit): (.recoveryKit, kit)
      case .done: (.done, nil)
      case .status(let status): (.status, status)
      case .added(let entry): (.added, OneEntry(entry: entry))
      case .present(let entry): (.added, PresentEntry(entry: entry, present: true))
      case .kept(let kept): (.kept, kept)
      case .setUp(let preview): (.setUp, preview)
      case .imported(let codes): (.imported, codes)
      case .entry(let entry): (.entry, OneEntry(entry: entry))
      case .entries(let list): (.entries, list)
      case .passwordState(let state): (.passwordState, state)
      case .revealed(let entry): (.revealed, OneEntry(entry: entry))
      case .shown(let parts): (.shown, parts)
      case .erased(let erasure): (.erased, erasure)
      case .details(let details): (.details, details)
      case .setUpURL(let entry): (.setUpURL, OneEntry(entry: entry))
      case .attachment(let state): (.attachment, state)
      case .code(let code): (.code, code)
      case .codes(let list): (.codes, list)
      case .clock(let state): (.clock, state)
      case .releases(let list): (.releases, list)
      case .health(let page): (.health, page)
      case .checked(let report): (.checked, report)
      case .snapshots(let list): (.snapshots, list)
      case .snapshot(let snapshot): (.snapshot, snapshot)
      case .restored(let restoration): (.restored, restoration)
      case .repaired(let report): (.repaired, report)
      case .task(let task): (.task, task)
      case .taskPart: (.taskPart, nil)
      case .syncStatus(let status): (.syncStatus, status)
      case .devices(let list): (.devices, list)
      case .deviceOffer(let offer): (.deviceOffer, offer)
      case .deviceAdmitted(let device): (.deviceAdmitted, device)
      case .deviceRemoved(let removed): (.deviceRemoved, removed)
      case .deviceRenamed(let device): (.deviceRenamed, device)
      case .digits: (.digits, nil)
      case .joined(let account): (.joined, account)
      case .importing(let state): (.importing, state)
      case .importUndone(let undone): (.importUndone, undone)
      case .exporting(let state): (.exporting, state)
      case .progress(let progress): (.progress, progress)
      case .failure(let failure): (.failure, failure)
      }
    try members?.encode(to: encoder)
    try container.encode(kind, forKey: .type)
  }

  private struct PresentEntry: Codable {
    var entry: VaultEntry
    var present: Bool?

    var answer: VaultAnswer { present == true ? .present(entry) : .added(entry) }
  }
  private struct OneEntry: Codable { var entry: VaultEntry }
}
