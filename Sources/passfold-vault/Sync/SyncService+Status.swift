// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialVault
import SyncModel
package import VaultProtocol
import VaultSync

/// The state of the vault's synchronisation.
extension SyncService {
  /// Returns the current state.
  package func status() async -> VaultAnswer.SyncStatus {
    guard await session.isReplica else { return VaultAnswer.SyncStatus(state: .off) }
    let pending = await session.pendingCount
    guard let client = await client(), let replica = try? await client.present() else {
      return VaultAnswer.SyncStatus(state: isMoving ? .working : .locked, pending: pending)
    }
    var status = VaultAnswer.SyncStatus(state: .current, pending: pending)
    status.files = await filesOnTheirWay(client)
    status.place = replica.state.place
    status.lastComplete = replica.state.lastComplete.map { Double($0) / 1000 }
    let vault = try? await session.vaultUnattended()
    status.quarantined = (vault?.quarantinedCount).flatMap { $0 > 0 ? $0 : nil }
    let devices = (try? await client.devices()) ?? []
    status.devices = devices.map(VaultAnswer.Device.init)
    if replica.log.devices.count == 1 { status.isOnlyDevice = true }
    if replica.isFirstThere { status.isFirstThere = true }
    if let doubt = try? await client.clockDoubt() { (status.clockLead, status.clockWitness) = (doubt.lead, doubt.witness.rawValue) }
    if let alarm = replica.state.alarm {
      status.state = .stopped
      status.problem = alarm.code
      status.raised = Double(alarm.milliseconds) / 1000
      status.own = alarm.own?.text
      status.served = alarm.served?.text
      status.device = alarm.device.map { device in devices.first { $0.device == device }?.name ?? device.text }
    } else if let problem {
      status.state = .waiting
      status.problem = problem.code.description
      status.detail = problem.detail
      status.retryAfter = nextTry.map { max(0, time.now().duration(to: $0) / .seconds(1)) }
    } else if isWorking || replica.state.lastComplete == nil || pending > 0 {
      status.state = .working
    }
    return status
  }

  private func filesOnTheirWay(_ client: SyncClient) async -> VaultAnswer.FilesOnTheirWay? {
    guard let waiting = try? await session.vaultUnattended().waitingFiles, waiting.outgoing + waiting.incoming > 0 || fileProblem != nil
    else {
      return nil
    }
    var files = VaultAnswer.FilesOnTheirWay(outgoing: waiting.outgoing, incoming: waiting.incoming)
    let refused = await client.refusedFiles.count
    if refused > 0 { files.refused = refused }
    let unsent = await client.unsentFileCount
    if unsent > 0 { files.unsent = unsent }
    files.problem = fileProblem?.code.description
    files.detail = fileProblem?.detail
    return files
  }

  /// Returns the files in whose place other bytes were received.
  func refusedFiles() async -> Set<BlobName> { await present?.client.refusedFiles ?? [] }
}
