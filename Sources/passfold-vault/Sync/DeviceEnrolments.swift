// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialProviderHost
import CredentialVault
import FoundationEssentials
import SecretMemory
import VaultProtocol
import VaultSync

/// A joining that waits for the other device.
struct Joining: Sendable {
  /// The conversation in which the passphrase was typed, the only one that may finish the joining.
  let conversation: ObjectIdentifier?
  let place: String
  let passphrase: SharedSecret
  let result: Task<AccountJoining.Joined, any Error>
}

extension SyncService {
  /// The time for which an offer is valid, in seconds.
  private static let offerSeconds = 300

  /// Offers the account to one new device.
  /// - Returns: The offer, its link and its code.
  func offerDevice() async throws(VaultFailure) -> (offer: VaultAnswer.DeviceOffer, secret: SharedSecret) {
    let client = try await requireClient()
    do throws(VaultSyncError) {
      let offer = try await client.offer()
      self.offer = offer
      let link = offer.invitation.link
      let code = offer.invitation.code.text
      var text = SecretBytes(byteCount: link.byteCount + 1 + code.byteCount)
      text.withMutableBytes { text in
        link.withBytes { text.copyMemory(from: $0) }
        text[link.byteCount] = UInt8(ascii: "\n")
        code.withBytes { UnsafeMutableRawBufferPointer(rebasing: text[(link.byteCount + 1)...]).copyMemory(from: $0) }
      }
      let place = offer.invitation.place.text
      return (VaultAnswer.DeviceOffer(place: place, seconds: Self.offerSeconds), SharedSecret(text))
    } catch {
      throw VaultFailure(error)
    }
  }

  /// Waits for the device that answers the offer.
  func admitDevice(at terminal: PromptTerminal) async throws(VaultFailure) -> VaultAnswer.Device {
    let lockings = session.prompts.lockings
    let client = try await requireClient()
    guard let offer else { throw VaultFailure(.nothingUnderWay) }
    // An offer is used up by one try, whatever the result.
    self.offer = nil
    let session = session
    let admission = Task {
      try await client.admitAnswering(offer) { name in
        do throws(VaultFailure) {
          return try await session.askForDigits(of: name, at: terminal, since: lockings)
        } catch {
          throw VaultSyncError(.canceled)
        }
      }
    }
    admissions.insert(admission)
    defer { admissions.remove(admission) }
    do {
      let (device, name) = try await withTaskCancellationHandler {
        try await admission.value
      } onCancel: {
        admission.cancel()
      }
      poke(everything: true)
      return VaultAnswer.Device(number: device.text, name: name, isThis: false, lastSeen: nil, isSilent: false)
    } catch {
      let error = error as? VaultSyncError ?? VaultSyncError(.canceled)
      // The new device signed for another end of the list of devices; both begin again.
      throw error.code == .overtaken ? VaultFailure(.enrolmentFailed, detail: error.code.description) : VaultFailure(error)
    }
  }

  /// Returns the device that a query means, with its name.
  func device(_ query: VaultCall.DeviceQuery) async throws(VaultFailure) -> KnownDevice {
    let client = try await requireClient()
    do throws(VaultSyncError) { return try await client.device(named: query.device) } catch { throw VaultFailure(error) }
  }

  /// Returns the device that is to be removed, or was removed already, and the number of files that have not come from other devices.
  func deviceToRemove(_ query: VaultCall.DeviceQuery) async throws(VaultFailure) -> (device: KnownDevice, awaitedFiles: Int) {
    let client = try await requireClient()
    do throws(VaultSyncError) {
      let device = try await client.deviceOrRemoved(named: query.device)
      return (device, (try? await session.vaultUnattended().waitingFiles.incoming) ?? 0)
    } catch {
      throw VaultFailure(error)
    }
  }

  /// Returns the device that is to be renamed.
  func find(_ query: VaultCall.DeviceRename) async throws(VaultFailure) -> KnownDevice {
    let client = try await requireClient()
    guard DeviceName.isFit(query.name) else { throw VaultFailure(.badDeviceName) }
    if let device = query.device { return try await self.device(VaultCall.DeviceQuery(device: device)) }
    do throws(VaultSyncError) {
      guard let device = try await client.devices().first(where: \.isThis) else { throw VaultSyncError(.noSuchDevice) }
      return device
    } catch {
      throw VaultFailure(error)
    }
  }

  /// Renames a device.
  /// - Throws: `deviceNameTaken` if another device has that name.
  func rename(_ device: KnownDevice, to name: String) async throws(VaultFailure) -> VaultAnswer.Device {
    let client = try await requireClient()
    do throws(VaultSyncError) { try await client.rename(device.device, to: name) } catch { throw VaultFailure(error) }
    // Other devices' changes came with it.
    await session.recordsChangedElsewhere()
    poke()
    return VaultAnswer.Device(try await self.device(VaultCall.DeviceQuery(device: device.device.text)))
  }

  /// Removes a device unless it was removed before, and returns what it knew.
  func remove(_ device: KnownDevice) async throws(VaultFailure) -> VaultAnswer.RemovedDevice {
    let client = try await requireClient()
    if !device.wasRemoved {
      do throws(VaultSyncError) { try await client.remove(device.device) } catch { throw VaultFailure(error) }
    }
    let summaries = (try? await session.vaultUnattended().summaries()) ?? []
    poke(everything: true)
    var removed = VaultAnswer.RemovedDevice(
      device: VaultAnswer.Device(device), known: summaries.prefix(VaultAnswer.mostMatches).map { VaultEntry($0) }, total: summaries.count)
    let awaited = (try? await session.vaultUnattended().waitingFiles.incoming) ?? 0
    if awaited > 0 { removed.awaitedFiles = awaited }
    if device.wasRemoved { removed.wasRemovedBefore = true }
    return removed
  }

  /// Begins to join an account, and returns the digits to show.
  func join(
    _ query: VaultCall.JoinQuery, secret: SharedSecret, at terminal: PromptTerminal, in conversation: ObjectIdentifier?
  ) async throws(VaultFailure) -> SharedSecret {
    let (place, code) = try Self.invitation(query, secret)
    let passphrase = try await session.askToJoin(at: terminal)
    joining?.result.cancel()
    let (name, environment, file) = (session.environment.deviceName, session.environment, JoiningFile(beside: session.folder))
    let (digits, shown) = AsyncStream.makeStream(of: String.self)
    let result = Task { () async throws -> AccountJoining.Joined in
      defer { shown.finish() }
      return try await self.withCarrier(to: place) { exchange throws(VaultSyncError) in
        try await AccountJoining(exchange: exchange).join(by: code, named: name) { device in
          let lock = try await file.lock(for: device.member, passphrase: passphrase, environment: environment)
          return { try file.keep($0, under: lock, environment: environment) }
        } show: {
          shown.yield($0)
        }
      }
    }
    joining = Joining(conversation: conversation, place: place, passphrase: passphrase, result: result)
    // A client that disconnects no longer wants to join.
    let first = await withTaskCancellationHandler {
      await digits.first { _ in true }
    } onCancel: {
      result.cancel()
    }
    if let first { return SharedSecret(copying: first.utf8) }
    // No digits: it failed before, or another joining has replaced it.
    if joining?.result == result { joining = nil }
    do {
      _ = try await result.value
      throw VaultFailure(.nothingUnderWay)
    } catch {
      throw error as? VaultFailure ?? VaultFailure(.unexpected)
    }
  }

  /// Cancels the joining of a client that disconnected after the digits: the other device must not admit a computer whose user no longer
  /// waits.
  func endJoining(of conversation: ObjectIdentifier) {
    guard let joining, joining.conversation == conversation else { return }
    joining.result.cancel()
    self.joining = nil
  }

  /// Waits until this computer is admitted, creates its vault, and fetches the account's data. If no joining is under way here, continues one
  /// that was interrupted once the account may have had this computer.
  func finishJoining(
    in conversation: ObjectIdentifier?, at terminal: PromptTerminal, _ progress: SyncClient.Progress?
  ) async throws(VaultFailure) -> VaultAnswer.JoinedAccount {
    guard let joining, joining.conversation == conversation else { return try await resumeJoining(at: terminal, progress) }
    self.joining = nil
    let joined: AccountJoining.Joined
    do {
      // Otherwise the other device would admit a computer that is no longer there.
      joined = try await withTaskCancellationHandler {
        try await joining.result.value
      } onCancel: {
        joining.result.cancel()
      }
    } catch {
      throw error as? VaultFailure ?? VaultFailure(.unexpected)
    }
    return try await takeIn(joined, at: joining.place, passphrase: joining.passphrase, progress)
  }

  /// Whether this computer has the vault of a joining that may have been interrupted before the account's data came. False while the
  /// conversation waits for the other device.
  func isJoiningUnfinished(in conversation: ObjectIdentifier?) async -> Bool {
    if let joining, joining.conversation == conversation { return false }
    return await session.isJoiningUnfinished
  }

  /// Continues a joining that was interrupted when this computer had its vault already, which is open by now.
  func exchangeAfterJoining(_ progress: SyncClient.Progress?) async throws(VaultFailure) -> VaultAnswer.JoinedAccount {
    let client = try await requireClient()
    try await exchange(progress)
    return try await account(client, try await session.vaultUnattended())
  }

  private func resumeJoining(
    at terminal: PromptTerminal, _ progress: SyncClient.Progress?
  ) async throws(VaultFailure) -> VaultAnswer.JoinedAccount {
    let file = JoiningFile(beside: session.folder)
    guard file.isThere else { throw VaultFailure(.nothingUnderWay) }
    guard let (kept, passphrase) = try await session.askToResumeJoining(of: file, at: terminal) else {
      throw VaultFailure(.nothingUnderWay)
    }
    let joined: AccountJoining.Joined
    do throws(VaultFailure) {
      joined = try await withCarrier(to: kept.place) { exchange throws(VaultSyncError) in
        try await AccountJoining(exchange: exchange).resume(kept)
      }
    } catch {
      // The account does not have this device, or the other side says so: the user begins again with a code. The file stays until then,
      // because the other side may be wrong.
      guard error.detail == VaultSyncError.Code.loginRefused.description else { throw error }
      throw VaultFailure(.nothingUnderWay)
    }
    return try await takeIn(joined, at: kept.place, passphrase: passphrase, progress)
  }

  private func takeIn(
    _ joined: AccountJoining.Joined, at place: String, passphrase: SharedSecret, _ progress: SyncClient.Progress?
  ) async throws(VaultFailure) -> VaultAnswer.JoinedAccount {
    let (client, vault) = try await makeVault(of: joined, at: place, passphrase: passphrase, owesRecoveryKey: false, progress)
    return try await account(client, vault)
  }

  /// Creates this computer's vault of an account that it has just joined, and fetches all the account's data.
  /// - Parameter owesRecoveryKey: Whether the account's recovery key was used up for this.
  private func makeVault(
    of joined: AccountJoining.Joined, at place: String, passphrase: SharedSecret, owesRecoveryKey: Bool, _ progress: SyncClient.Progress?
  ) async throws(VaultFailure) -> (SyncClient, CredentialVault) {
    try await alone { () throws(VaultFailure) in
      let vault = try await session.adopt(joined, at: place, passphrase: passphrase, owesRecoveryKey: owesRecoveryKey)
      let client = makeClient(of: vault, at: place)
      await tellCarrier()
      do throws(VaultSyncError) {
        try await begin(vault, with: client, progress)
        return (client, vault)
      } catch {
        note(error)
        throw VaultFailure(error)
      }
    }
  }

  /// Restores an account whose devices are lost.
  /// - Returns: The restored account, and the next recovery key.
  /// - Throws: `recoveryUnfinished` if the account may have accepted this device, which has no vault yet: the next try here continues it.
  ///   `recoveryKeyInDoubt` if the account is restored, and the other side became unreachable before it had its next recovery key.
  func recoverAccount(
    _ query: VaultCall.JoinQuery, program: String, at terminal: PromptTerminal, _ progress: SyncClient.Progress?
  ) async throws(VaultFailure) -> IssuedRecoveryKey {
    guard let account = query.account.flatMap({ AccountIdentifier(text: $0) }) else { throw VaultFailure(.badAccount) }
    let place = try Self.place(query.place)
    let key = try await session.askForLostKey(program: program, at: terminal)
    let passphrase = try await session.askToJoin(at: terminal)
    let name = session.environment.deviceName
    let folder = session.folder
    let recovered = try await withCarrier(to: place) { exchange throws(VaultSyncError) in
      try await AccountJoining(exchange: exchange).recover(account, with: key.copy(), named: name, beside: folder)
    }
    do {
      let (client, vault) = try await makeVault(
        of: recovered.joined, at: place, passphrase: passphrase, owesRecoveryKey: true, progress)
      return IssuedRecoveryKey(try await client.replaceRecoveryKey(), of: vault, made: session.environment.now())
    } catch {
      let failure = (error as? VaultSyncError).map(VaultFailure.init) ?? error as? VaultFailure ?? VaultFailure(.unexpected)
      guard await session.isReplica else {
        let reason = failure.code == .syncFailed ? failure.detail : VaultSyncError.Code.vault.description
        throw VaultFailure(.recoveryUnfinished, detail: reason)
      }
      // The recovery key is used up now, and the fetched data stays.
      recovered.file.remove()
      throw failure.withoutRecoveryKey
    }
  }

  /// Whether this computer has the vault of a recovery that may have been interrupted before the account had its next recovery key.
  func isRecoveryUnfinished(_ query: VaultCall.JoinQuery) async -> Bool {
    guard let account = query.account.flatMap({ AccountIdentifier(text: $0) }) else { return false }
    return await session.owesRecoveryKey(of: account)
  }

  /// Continues a recovery that was interrupted when this computer had its vault already, which is open by now.
  /// - Returns: The next recovery key.
  /// - Throws: `recoveryKeyInDoubt` if the other side is unreachable.
  func exchangeAfterRecovery(_ progress: SyncClient.Progress?) async throws(VaultFailure) -> IssuedRecoveryKey {
    do throws(VaultFailure) {
      try await exchange(progress)
      return try await replaceRecoveryKey()
    } catch {
      throw error.withoutRecoveryKey
    }
  }

  private func account(_ client: SyncClient, _ vault: CredentialVault) async throws(VaultFailure) -> VaultAnswer.JoinedAccount {
    do {
      let devices = try await client.devices().map(VaultAnswer.Device.init)
      var account = VaultAnswer.JoinedAccount(
        entries: try vault.summaries().count, lastChange: devices.filter { !$0.isThis }.compactMap(\.lastSeen).max(), devices: devices)
      if vault.quarantinedCount > 0 { account.quarantined = vault.quarantinedCount }
      return account
    } catch let error as VaultSyncError {
      throw VaultFailure(error)
    } catch {
      throw VaultFailure(.unexpected)
    }
  }

  /// Returns the canonical form of the place.
  /// - Throws: `badPlace`.
  static func place(_ text: String) throws(VaultFailure) -> String {
    guard let place = try? EnrolmentPlace(typed: text) else { throw VaultFailure(.badPlace) }
    return place.text
  }

  private static func invitation(
    _ query: VaultCall.JoinQuery, _ secret: SharedSecret
  ) throws(VaultFailure) -> (place: String, code: EnrolmentCode) {
    do {
      if let invitation = try? EnrolmentInvitation(link: secret.copy()) {
        // A folder has another path on each computer, so the user's own input applies.
        return (query.place.isEmpty ? invitation.place.text : try place(query.place), invitation.code)
      }
      return (try place(query.place), try EnrolmentCode(text: secret.copy()))
    } catch let error as CredentialCryptographyError {
      throw VaultFailure(.enrolmentFailed, detail: error.code.description)
    } catch {
      throw error as? VaultFailure ?? VaultFailure(.badRequest)
    }
  }

  /// Runs work that needs a carrier before there is a synchronised vault.
  func withCarrier<Value: Sendable>(
    to place: String, _ body: (SyncExchange) async throws(VaultSyncError) -> Value
  ) async throws(VaultFailure) -> Value {
    enrolmentCount += 1
    await tellCarrier()
    let result: Result<Value, VaultSyncError>
    do throws(VaultSyncError) { result = .success(try await body(exchange(with: place))) } catch { result = .failure(error) }
    enrolmentCount -= 1
    await tellCarrier()
    do { return try result.get() } catch { throw VaultFailure(error).beforeBeginning }
  }
}

extension VaultFailure {
  /// The failure to reach the other side after this computer was recovered: the account's recovery key is used up.
  fileprivate var withoutRecoveryKey: VaultFailure { code == .syncFailed ? VaultFailure(.recoveryKeyInDoubt, detail: detail) : self }
}

extension VaultAnswer.Device {
  init(_ device: KnownDevice) {
    self.init(
      number: device.device.text, name: device.name, isThis: device.isThis, lastSeen: device.lastSeen.map { Double($0) / 1000 },
      isSilent: device.isSilent)
    if device.isAhead { isAhead = true }
  }
}
