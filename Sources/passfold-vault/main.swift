// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CWipingHeap
import CredentialCryptography
import CredentialProviderHost
import CredentialVault
import Foundation
import LocalEndpoint
import LocalFiles
import LocalTransport
import SecretMemory
import Translations

ProcessHardening.apply()
Translations.open(in: Installation().localeFolder, variable: environmentVariable)

do {
  let runtime = RuntimeFolder()
  try runtime.prepare()
  let data = BaseDirectory.data.path(variable: environmentVariable) ?? ""
  let session = VaultSession(
    folder: URL(filePath: data + "/passfold/vault"),
    environment: VaultEnvironment(
      // Tests create disposable vaults by the hundred and would spend their time on the cost of a guess.
      cost: environmentVariable("PASSFOLD_DERIVATION_COST") == "least" ? .floor : nil,
      chip: SealingChip(path: environmentVariable("PASSFOLD_TPM") ?? SealingChip.usualPath)),
    prompt: SessionPrompt(PassphrasePrompt(environment: ProcessInfo.processInfo.environment)),
    clearAway: { passfold_wipe_dead_stacks() })
  let clock = CodeClock(file: URL(filePath: data + "/passfold/clock.json"))
  let server = try LocalServer.listen(at: runtime.vaultSocket)

  let previews = HandoverPreviews()
  ProviderEnvironment.current = ProviderEnvironment(
    session: session, clock: clock, now: { Date() },
    sleep: { end in try await ContinuousClock().sleep(for: .seconds(max(0, end.timeIntervalSinceNow))) },
    makeGenerator: { SystemRandomNumberGenerator() }, previews: previews)
  let provider = try CredentialProviderMain()
  await session.use(FingerReader(isEnrolled: { await provider.isFingerEnrolled() }, verify: { await provider.verifyFinger() }))
  provider.lock = { await session.leave(keepsPIN: $0) }
  provider.mayEnd = {
    // A prompt, a window or the carrier is a conversation; a PIN's share is only in this memory.
    guard server.traffic.open == 0 else { return false }
    return await session.mayEnd
  }
  let sync = SyncService(
    session: session, desk: CarrierDesk(),
    wantsCarrier: { carries in Task { @MainActor in provider.report(carries: carries) } })
  let synchronising = Task { await sync.run() }
  let door = Task {
    await ManagementDoor(
      session: session, clock: clock, sync: sync, previews: previews, system: provider.system,
      identify: { await provider.program(ofProcess: $0) },
      report: { sessions in Task { @MainActor in provider.report(grants: sessions) } }
    ).serve(server)
  }
  let identities = IdentityPublisher(
    session: session, store: .shared,
    reportUnfit: { FileHandle.standardError.write(Data("passfold-vault: warning: \(ProviderTexts.unfit($0))\n".utf8)) },
    report: { provider.report($0) })
  ProviderEnvironment.current?.publishPasskey = { await identities.publishPasskey($0) }
  let publishing = Task { await identities.run() }

  // The broker starts this process and keeps it running; when it ends, the keys are gone too.
  await provider.run()
  publishing.cancel()
  synchronising.cancel()
  server.close()
  await session.lock()
  door.cancel()
} catch {
  FileHandle.standardError.write(Data("passfold-vault: error: \(ProviderTexts.startFailure(error))\n".utf8))
  exit(1)
}
