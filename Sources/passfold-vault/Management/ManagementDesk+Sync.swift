// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialProviderHost
import SecretMemory
import VaultProtocol
import VaultSync

/// The vault and the account's other devices. Every act that gives anything to another device or place requires the passphrase, with or
/// without a grant.
extension ManagementDesk {
  func synchronise(
    _ call: VaultCall, secret: SharedSecret?, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> (answer: VaultAnswer, secret: SharedSecret?) {
    switch call {
    case .syncStatus: return (.syncStatus(await syncStatus(for: caller)), nil)
    case .devices:
      if try await admit(caller, to: .names) == .confirm { try await confirm(.devices, caller) }
      return (.devices(try await sync.devices()), nil)
    default: break
    }
    if caller.isUnattended { throw VaultFailure(.wouldAsk) }
    let progress = progress(of: caller)
    switch call {
    case .synchronise(let place):
      let address = try SyncService.place(place.place)
      let isElsewhere = await sync.isInUse
      try await requirePassphrase(for: isElsewhere ? .moveSync(address) : .synchronise(address), caller)
      try await sync.use(
        VaultCall.SyncPlace(
          place: address, invitation: place.invitation, formerIsGone: place.formerIsGone, isSeparate: place.isSeparate), progress)
      return (.syncStatus(await sync.status()), nil)
    case .syncStep(let step): return (.syncStatus(try await take(step, progress, caller)), nil)
    case .offerDevice:
      try await sync.requireInUse()
      try await requirePassphrase(for: .addDevice, caller)
      let (offer, secret) = try await sync.offerDevice()
      return (.deviceOffer(offer), secret)
    case .admitDevice: return (.deviceAdmitted(try await sync.admitDevice(at: caller.terminal)), nil)
    case .removeDevice(let query): return (try await removeDevice(query, caller), nil)
    case .renameDevice(let query): return (try await renameDevice(query, caller), nil)
    case .joinAccount(let query):
      guard let secret else { throw VaultFailure(.badRequest) }
      return (.digits, try await sync.join(query, secret: secret, at: caller.terminal, in: caller.conversation))
    case .finishJoining where await sync.isJoiningUnfinished(in: caller.conversation):
      // It returns what a list of the devices does.
      if try await admit(caller, to: .names) == .confirm { try await confirm(.devices, caller) }
      return (.joined(try await sync.exchangeAfterJoining(progress)), nil)
    case .finishJoining:
      let joined = try await sync.finishJoining(in: caller.conversation, at: caller.terminal, progress)
      openGrant(for: caller)
      return (.joined(joined), nil)
    case .recoverAccount(let query) where await sync.isRecoveryUnfinished(query):
      try await requirePassphrase(for: .replaceRecoveryKey, caller)
      let key = try await sync.exchangeAfterRecovery(progress)
      return (.recoveryKit(key.facts), key.text)
    case .recoverAccount(let query):
      let key = try await sync.recoverAccount(query, program: await caller.program, at: caller.terminal, progress)
      openGrant(for: caller)
      return (.recoveryKit(key.facts), key.text)
    default: throw VaultFailure(.badRequest)
    }
  }

  private func take(
    _ step: VaultCall.SyncStep, _ progress: SyncClient.Progress?, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> VaultAnswer.SyncStatus {
    if step.step != .exchange { try await sync.requireInUse() }
    switch step.step {
    case .exchange:
      _ = try await openForCaller(caller)
      try await sync.exchange(progress)
      // It requires no passphrase if the vault is open, so it returns no more than a look does.
      return await syncStatus(for: caller)
    case .leave:
      try await requirePassphrase(for: .leaveSync, caller)
      try await sync.stop()
    case .resume:
      try await requirePassphrase(for: .resumeSync, caller)
      try await sync.resume()
    case .accept:
      try await requirePassphrase(for: .resumeSync, caller)
      try await sync.acceptQuarantined()
    }
    return await sync.status()
  }

  private func removeDevice(_ query: VaultCall.DeviceQuery, _ caller: ManagementCaller) async throws(VaultFailure) -> VaultAnswer {
    _ = try await openForCaller(caller)
    let (device, files) = try await sync.deviceToRemove(query)
    guard !device.isThis else { throw VaultFailure(.ownDevice) }
    let name = device.name ?? device.device.text
    try await requirePassphrase(for: device.wasRemoved ? .listKnown(of: name) : .removeDevice(name, awaitedFiles: files), caller)
    return .deviceRemoved(try await sync.remove(device))
  }

  private func renameDevice(_ query: VaultCall.DeviceRename, _ caller: ManagementCaller) async throws(VaultFailure) -> VaultAnswer {
    let decision = try await admit(caller, to: .change)
    if decision == .confirm {
      // The caller learns whether there is such a device only after the consent.
      let found = try? await sync.find(query)
      try await confirm(.renameDevice(query.device.map { found?.name ?? $0 }, to: query.name), caller)
    }
    return .deviceRenamed(try await sync.rename(try await sync.find(query), to: query.name))
  }

  /// Returns the state of synchronisation, a short form for a caller without a grant. A look does not renew a grant, because a caller that
  /// looks every second would keep it forever.
  private func syncStatus(for caller: ManagementCaller) async -> VaultAnswer.SyncStatus {
    let status = await sync.status()
    return policy.hasGrant(caller.session, at: time.now()) ? status : status.short
  }

  /// Replaces the recovery key of an account that has other devices.
  func replaceRecoveryKeyOfAccount(_ caller: ManagementCaller) async throws(VaultFailure) -> IssuedRecoveryKey {
    try await requirePassphrase(for: .replaceRecoveryKey, caller)
    return try await sync.replaceRecoveryKey()
  }

  /// Requires the passphrase to be typed for this call, even if the vault is open.
  func requirePassphrase(for act: ReleaseAct, _ caller: ManagementCaller) async throws(VaultFailure) {
    let purpose = PromptPurpose.allow(act, program: await caller.program)
    if try await session.unlock(for: purpose, at: caller.terminal) { return openGrant(for: caller) }
    try await session.verifyUser(for: purpose, at: caller.terminal)
  }

  private func progress(of caller: ManagementCaller) -> SyncClient.Progress? {
    guard let hear = caller.hearProgress else { return nil }
    let pace = ProgressPace(time: time)
    return { done, total in
      guard pace.isDue(isEnd: done == total) else { return }
      hear(VaultAnswer.Progress(stage: "synchronising", done: done, total: total ?? 0))
    }
  }
}
