// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// One request at the management door. Its secret is the frame's secret part.
package struct VaultRequest: Hashable, Sendable {
  /// A number chosen by the client, unique among its open requests; every answer repeats it.
  package var id: Int
  /// The requested operation.
  package var call: VaultCall
  /// Whether no prompt may be shown: the answer is `locked` or `wouldAsk` instead, and the vault's time is not extended.
  package var isUnattended: Bool
  /// The kinds that a browser's popup can show besides those that are filled in; the popup gets no others. Nil means none.
  package var knownKinds: Set<VaultEntry.Kind>?
  /// Whether ``VaultAnswer/progress(_:)`` may precede the answer.
  package var wantsProgress: Bool

  /// The maximum number of kinds in one request.
  private static let mostKinds = 32

  /// Creates a request.
  package init(
    id: Int, call: VaultCall, isUnattended: Bool = false, knownKinds: Set<VaultEntry.Kind>? = nil, wantsProgress: Bool = false
  ) {
    self.id = id
    self.call = call
    self.isUnattended = isUnattended
    self.knownKinds = knownKinds
    self.wantsProgress = wantsProgress
  }
}

extension VaultRequest: Codable {
  private enum CodingKeys: String, CodingKey {
    case type, id, unattended, progress
    case knownKinds = "knows"
  }
  private enum Kind: String, Codable {
    case status, create, unlock, lock, recover, list, details, edit, remove, restore, trash, erase, code, codes, clock, health, releases,
      reveal
    case cancel
    case addPassword = "add-password"
    case addEntry = "add-entry"
    case previewSetUp = "preview-set-up"
    case addCode = "add-code"
    case passwordState = "password-state"
    case revealShown = "reveal-shown"
    case importCodes = "import-codes"
    case confirmCode = "confirm-code"
    case exportSetUp = "export-set-up"
    case compensateClock = "compensate-clock"
    case changePassphrase = "change-passphrase"
    case replaceRecoveryKey = "replace-recovery-key"
    case recoveryKeyArrived = "recovery-key-arrived"
    case check, snapshots
    case takeSnapshot = "take-snapshot"
    case restoreVault = "restore-vault"
    case repairVault = "repair-vault"
    case attach
    case sendPart = "send-part"
    case openAttachment = "open-attachment"
    case takePart = "take-part"
    case removeAttachment = "remove-attachment"
    case choosePIN = "choose-pin"
    case chooseFinger = "choose-finger"
    case forgetPIN = "forget-pin"
    case chooseIdleTime = "choose-idle-time"
    case carry, synchronise, devices
    case syncStep = "sync-step"
    case syncStatus = "sync-status"
    case offerDevice = "offer-device"
    case admitDevice = "admit-device"
    case removeDevice = "remove-device"
    case renameDevice = "rename-device"
    case joinAccount = "join-account"
    case finishJoining = "finish-joining"
    case recoverAccount = "recover-account"
    case importStep = "import-step"
    case exportStep = "export-step"
  }

  /// Decodes the flat form; an unknown `type` throws.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int.self, forKey: .id)
    isUnattended = try container.decodeIfPresent(Bool.self, forKey: .unattended) ?? false
    if let names = try container.decodeIfPresent([String].self, forKey: .knownKinds) {
      guard names.count <= Self.mostKinds else {
        throw DecodingError.dataCorruptedError(forKey: .knownKinds, in: container, debugDescription: "too many kinds")
      }
      // A newer client may know kinds that this vault does not.
      knownKinds = Set(names.compactMap(VaultEntry.Kind.init))
    } else {
      knownKinds = nil
    }
    wantsProgress = try container.decodeIfPresent(Bool.self, forKey: .progress) ?? false
    call =
      switch try container.decode(Kind.self, forKey: .type) {
      case .status: .status
      case .create: .create
      case .unlock: .unlock
      case .lock: .lock
      case .changePassphrase: .changePassphrase
      case .choosePIN: .choosePIN
      case .chooseFinger: .chooseFinger
      case .forgetPIN: .forgetPIN
      case .chooseIdleTime: .chooseIdleTime(try VaultCall.IdleTimeChoice(from: decoder))
      case .recover: .recover
      case .replaceRecoveryKey: .replaceRecoveryKey
      case .recoveryKeyArrived: .recoveryKeyArrived
      case .list: .list(try VaultCall.ListQuery(from: decoder))
      case .cancel: .cancel
      case .code: .code(try VaultCall.CodeQuery(from: decoder))
      case .addPassword: .addPassword(try VaultCall.NewPassword(from: decoder))
      case .addEntry: .addEntry(try VaultCall.NewEntry(from: decoder))
      case .previewSetUp: .previewSetUp(try VaultCall.SetUpQuery(from: decoder))
      case .addCode: .addCode(try VaultCall.NewCode(from: decoder))
      case .importCodes: .importCodes(try VaultCall.ImportQuery(from: decoder))
      case .confirmCode: .confirmCode(try VaultCall.Confirmation(from: decoder))
      case .details: .details(try VaultCall.EntryQuery(from: decoder))
      case .edit: .edit(try VaultCall.EntryEdit(from: decoder))
      case .remove: .remove(try VaultCall.EntryQuery(from: decoder))
      case .restore: .restore(try VaultCall.EntryQuery(from: decoder))
      case .trash: .trash(try VaultCall.ListQuery(from: decoder))
      case .erase: .erase(try VaultCall.ErasureQuery(from: decoder))
      case .passwordState: .passwordState(try VaultCall.PasswordStateQuery(from: decoder))
      case .reveal: .reveal(try VaultCall.RevealQuery(from: decoder))
      case .revealShown: .revealShown(try VaultCall.EntryQuery(from: decoder))
      case .exportSetUp: .exportSetUp(try VaultCall.EntryQuery(from: decoder))
      case .codes: .codes(try VaultCall.CodesQuery(from: decoder))
      case .clock: .clock
      case .releases: .releases(try VaultCall.ReleasesQuery(from: decoder))
      case .health: .health(try VaultCall.HealthQuery(from: decoder))
      case .compensateClock: .compensateClock(try VaultCall.ClockCompensation(from: decoder))
      case .attach: .attach(try VaultCall.NewAttachment(from: decoder))
      case .sendPart: .sendPart(try VaultCall.TransferQuery(from: decoder))
      case .openAttachment: .openAttachment(try VaultCall.AttachmentQuery(from: decoder))
      case .takePart: .takePart(try VaultCall.TransferQuery(from: decoder))
      case .removeAttachment: .removeAttachment(try VaultCall.AttachmentQuery(from: decoder))
      case .check: .check
      case .snapshots: .snapshots
      case .takeSnapshot: .takeSnapshot
      case .restoreVault: .restoreVault(try VaultCall.CopyQuery(from: decoder))
      case .repairVault: .repairVault
      case .carry: .carry(try VaultCall.CarryStep(from: decoder))
      case .synchronise: .synchronise(try VaultCall.SyncPlace(from: decoder))
      case .syncStep: .syncStep(try VaultCall.SyncStep(from: decoder))
      case .syncStatus: .syncStatus
      case .devices: .devices
      case .offerDevice: .offerDevice
      case .admitDevice: .admitDevice
      case .removeDevice: .removeDevice(try VaultCall.DeviceQuery(from: decoder))
      case .renameDevice: .renameDevice(try VaultCall.DeviceRename(from: decoder))
      case .joinAccount: .joinAccount(try VaultCall.JoinQuery(from: decoder))
      case .finishJoining: .finishJoining
      case .recoverAccount: .recoverAccount(try VaultCall.JoinQuery(from: decoder))
      case .importStep: .importStep(try VaultCall.ImportStep(from: decoder))
      case .exportStep: .exportStep(try VaultCall.ExportStep(from: decoder))
      }
  }

  /// Encodes the flat form: the call's members next to `type` and `id`.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    if isUnattended { try container.encode(true, forKey: .unattended) }
    try container.encodeIfPresent(knownKinds.map { $0.map(\.rawValue).sorted() }, forKey: .knownKinds)
    if wantsProgress { try container.encode(true, forKey: .progress) }
    let (kind, members): (Kind, (any Encodable)?) =
      switch call {
      case .status: (.status, nil)
      case .create: (.create, nil)
      case .unlock: (.unlock, nil)
      case .lock: (.lock, nil)
      case .changePassphrase: (.changePassphrase, nil)
      case .choosePIN: (.choosePIN, nil)
      case .chooseFinger: (.chooseFinger, nil)
      case .forgetPIN: (.forgetPIN, nil)
      case .chooseIdleTime(let choice): (.chooseIdleTime, choice)
      case .recover: (.recover, nil)
      case .replaceRecoveryKey: (.replaceRecoveryKey, nil)
      case .recoveryKeyArrived: (.recoveryKeyArrived, nil)
      case .clock: (.clock, nil)
      case .cancel: (.cancel, nil)
      case .addPassword(let members): (.addPassword, members)
      case .addEntry(let members): (.addEntry, members)
      case .previewSetUp(let members): (.previewSetUp, members)
      case .addCode(let members): (.addCode, members)
      case .importCodes(let members): (.importCodes, members)
      case .confirmCode(let members): (.confirmCode, members)
      case .details(let members): (.details, members)
      case .edit(let members): (.edit, members)
      case .remove(let members): (.remove, members)
      case .restore(let members): (.restore, members)
      case .list(let members): (.list, members)
      case .trash(let members): (.trash, members)
      case .erase(let members): (.erase, members)
      case .passwordState(let members): (.passwordState, members)
      case .reveal(let members): (.reveal, members)
      case .revealShown(let members): (.revealShown, members)
      case .exportSetUp(let members): (.exportSetUp, members)
      case .code(let members): (.code, members)
      case .codes(let members): (.codes, members)
      case .releases(let members): (.releases, members)
      case .health(let members): (.health, members)
      case .compensateClock(let members): (.compensateClock, members)
      case .attach(let members): (.attach, members)
      case .sendPart(let members): (.sendPart, members)
      case .openAttachment(let members): (.openAttachment, members)
      case .takePart(let members): (.takePart, members)
      case .removeAttachment(let members): (.removeAttachment, members)
      case .check: (.check, nil)
      case .snapshots: (.snapshots, nil)
      case .takeSnapshot: (.takeSnapshot, nil)
      case .restoreVault(let members): (.restoreVault, members)
      case .repairVault: (.repairVault, nil)
      case .carry(let members): (.carry, members)
      case .synchronise(let members): (.synchronise, members)
      case .syncStep(let members): (.syncStep, members)
      case .syncStatus: (.syncStatus, nil)
      case .devices: (.devices, nil)
      case .offerDevice: (.offerDevice, nil)
      case .admitDevice: (.admitDevice, nil)
      case .removeDevice(let members): (.removeDevice, members)
      case .renameDevice(let members): (.renameDevice, members)
      case .joinAccount(let members): (.joinAccount, members)
      case .finishJoining: (.finishJoining, nil)
      case .recoverAccount(let members): (.recoverAccount, members)
      case .importStep(let members): (.importStep, members)
      case .exportStep(let members): (.exportStep, members)
      }
    try members?.encode(to: encoder)
    try container.encode(kind, forKey: .type)
  }
}
