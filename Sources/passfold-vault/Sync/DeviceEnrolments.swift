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
  /// Whose passphrase it was: nobody else finishes it.
  let conversation: ObjectIdentifier?
  let place: String
  let passphrase: SharedSecret
  let result: Task<AccountJoining.Joined, any Error>
}

extension SyncService {
  /// How long an offer is good, in seconds.
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
    // An offer is spent by one try, whatever comes of it.
    self.offer = nil
    let session = session
    do throws(VaultSyncError) {
      let (device, name) = try await client.admitAnswering(offer) { name in
        do throws(VaultFailure) {
          return try await session.askForDigits(of: name, at: terminal, since: lockings)
        } catch {
          throw VaultSyncError(.canceled)
        }
      }
      poke(everything: true)
      return VaultAnswer.Device(number: device.text, name: name, isThis: false, lastSeen: nil, isSilent: false)
    } catch {
      throw VaultFailure(error)
    }
  }

  /// The device that a query means, and what it is called.
  func device(_ query: VaultCall.DeviceQuery) async throws(VaultFailure) -> KnownDevice {
    let client = try await requireClient()
    do throws(VaultSyncError) { return try await client.device(named: query.device) } catch { throw VaultFailure(error) }
  }

  /// The device that is to get another name.
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

  /// Gives a device another name.
  /// - Throws: `deviceNameTaken` where another one is called that.
  func rename(_ device: KnownDevice, to name: String) async throws(VaultFailure) -> VaultAnswer.Device {
    let client = try await requireClient()
    do throws(VaultSyncError) { try await client.rename(device.device, to: name) } catch { throw VaultFailure(error) }
    // What others had changed came with it.
    await session.recordsChangedElsewhere()
    poke()
    return VaultAnswer.Device(try await self.device(VaultCall.DeviceQuery(device: device.device.text)))
  }

  /// Removes a device, and tells what it knew.
  func remove(_ device: KnownDevice) async throws(VaultFailure) -> VaultAnswer.RemovedDevice {
    let client = try await requireClient()
    do throws(VaultSyncError) { try await client.remove(device.device) } catch { throw VaultFailure(error) }
    let summaries = (try? await session.vaultUnattended().summaries()) ?? []
    poke(everything: true)
    return VaultAnswer.RemovedDevice(
      device: VaultAnswer.Device(device), known: summaries.prefix(VaultAnswer.mostMatches).map { VaultEntry($0) }, total: summaries.count)
  }

  /// Begins to join an account, and returns the digits to show.
  func join(
    _ query: VaultCall.JoinQuery, secret: SharedSecret, at terminal: PromptTerminal, in conversation: ObjectIdentifier?
  ) async throws(VaultFailure) -> SharedSecret {
    let (place, code) = try Self.invitation(query, secret)
    let passphrase = try await session.askToJoin(at: terminal)
    joining?.result.cancel()
    let name = session.environment.deviceName
    let (digits, shown) = AsyncStream.makeStream(of: String.self)
    let result = Task { () async throws -> AccountJoining.Joined in
      defer { shown.finish() }
      return try await self.withCarrier(to: place) { exchange throws(VaultSyncError) in
        try await AccountJoining(exchange: exchange).join(by: code, named: name) { shown.yield($0) }
      }
    }
    joining = Joining(conversation: conversation, place: place, passphrase: passphrase, result: result)
    // Whoever hangs up does not want to join any more.
    let first = await withTaskCancellationHandler {
      await digits.first { _ in true }
    } onCancel: {
      result.cancel()
    }
    if let first { return SharedSecret(copying: first.utf8) }
    // No digits: it failed before, or another one has taken its place.
    if joining?.result == result { joining = nil }
    do {
      _ = try await result.value
      throw VaultFailure(.nothingUnderWay)
    } catch {
      throw error as? VaultFailure ?? VaultFailure(.unexpected)
    }
  }

  /// Whoever hung up after the digits does not come back for the vault: the other device is not to admit a computer at which nobody waits.
  func endJoining(of conversation: ObjectIdentifier) {
    guard let joining, joining.conversation == conversation else { return }
    joining.result.cancel()
    self.joining = nil
  }

  /// Waits until this computer is admitted, makes its vault, and takes in all that the account has.
  func finishJoining(
    in conversation: ObjectIdentifier?, _ progress: SyncClient.Progress?
  ) async throws(VaultFailure) -> VaultAnswer.JoinedAccount {
    guard let joining, joining.conversation == conversation else { throw VaultFailure(.nothingUnderWay) }
    self.joining = nil
    let joined: AccountJoining.Joined
    do {
      // Else the other device would admit one that is not there.
      joined = try await withTaskCancellationHandler {
        try await joining.result.value
      } onCancel: {
        joining.result.cancel()
      }
    } catch {
      throw error as? VaultFailure ?? VaultFailure(.unexpected)
    }
    let (client, vault) = try await takeIn(joined, at: joining.place, passphrase: joining.passphrase, progress)
    return try await account(client, vault)
  }

  /// Makes this computer's vault of an account that it has just joined, with all that the account has.
  /// - Parameter isThere: Hears when the vault is on the disk, before anything is taken in.
  private func takeIn(
    _ joined: AccountJoining.Joined, at place: String, passphrase: SharedSecret, _ progress: SyncClient.Progress?,
    isThere: () -> Void = {}
  ) async throws(VaultFailure) -> (SyncClient, CredentialVault) {
    try await alone { () throws(VaultFailure) in
      let vault = try await session.adopt(joined, at: place, passphrase: passphrase)
      isThere()
      return (try await begin(joined, in: vault, at: place, progress), vault)
    }
  }

  /// Brings back an account whose devices are lost.
  /// - Returns: What came back, and the next recovery key.
  /// - Throws: `recoveryUnfinished` where the account may have taken this device, which has no vault yet: the next try here goes on with it.
  ///   `recoveryKeyInDoubt` where the account is back, and the other side went away before it had its next recovery key.
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
    var hasVault = false
    do {
      let (client, vault) = try await takeIn(recovered.joined, at: place, passphrase: passphrase, progress) {
        hasVault = true
        recovered.file.remove()
      }
      return IssuedRecoveryKey(try await client.replaceRecoveryKey(), of: vault, made: session.environment.now())
    } catch {
      let failure = (error as? VaultSyncError).map(VaultFailure.init) ?? error as? VaultFailure ?? VaultFailure(.unexpected)
      guard hasVault else {
        let reason = failure.code == .syncFailed ? failure.detail : VaultSyncError.Code.vault.description
        throw VaultFailure(.recoveryUnfinished, detail: reason)
      }
      // The key on the paper is used up by now, and what has come stays.
      guard failure.code == .syncFailed, await session.isReplica else { throw failure }
      throw VaultFailure(.recoveryKeyInDoubt, detail: failure.detail)
    }
  }

  private func account(_ client: SyncClient, _ vault: CredentialVault) async throws(VaultFailure) -> VaultAnswer.JoinedAccount {
    do {
      let devices = try await client.devices().map(VaultAnswer.Device.init)
      return VaultAnswer.JoinedAccount(
        entries: try vault.summaries().count, lastChange: devices.filter { !$0.isThis }.compactMap(\.lastSeen).max(), devices: devices)
    } catch let error as VaultSyncError {
      throw VaultFailure(error)
    } catch {
      throw VaultFailure(.unexpected)
    }
  }

  /// The place as it is used everywhere.
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
        // A folder lies elsewhere on each computer, so the person's own word counts.
        return (query.place.isEmpty ? invitation.place.text : try place(query.place), invitation.code)
      }
      return (try place(query.place), try EnrolmentCode(text: secret.copy()))
    } catch let error as CredentialCryptographyError {
      throw VaultFailure(.enrolmentFailed, detail: error.code.description)
    } catch {
      throw error as? VaultFailure ?? VaultFailure(.badRequest)
    }
  }
}

extension VaultAnswer.Device {
  init(_ device: KnownDevice) {
    self.init(
      number: device.device.text, name: device.name, isThis: device.isThis, lastSeen: device.lastSeen.map { Double($0) / 1000 },
      isSilent: device.isSilent)
  }
}
