// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerDoor
import BrokerProtocol
import CPassfoldSystem
import FetchProtocol
import FoundationEssentials
import Glibc
import LocalEndpoint
import LocalTransport
import Logging
import SecretMemory
import Translations

// The broker's setup: one lock, one socket, the providers of the user and of this installation.

ProcessHardening.apply()
passfold_share_one_heap()
signal(SIGPIPE, SIG_IGN)
ChosenLanguage.apply(variable: environmentVariable)
Translations.open(in: Installation().localeFolder, variable: environmentVariable)
LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
let logger = Logger(label: "passfold-broker")

func quit(_ words: String, hint: String, status: CInt) -> Never {
  let text = Array("passfold-broker: error: \(words)\nhint: \(hint)\n".utf8)
  _ = text.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  exit(status)
}

let folder = RuntimeFolder()
let installation = Installation()
do {
  try folder.prepare()
} catch {
  quit(
    "the runtime folder \(folder.path) cannot be used (\(error.code.name)).",
    hint: "it must belong to you with mode 0700; remove or mend it and start again. No vault was touched.", status: 73)
}

let server: LocalServer
let isActivated: Bool
do {
  // If a service manager listens (Packaging/systemd), the socket is the manager's and outlives this process.
  let activated = try ActivationSocket.take(at: folder.brokerSocket)
  isActivated = activated != nil
  // Held until the end: the first broker of a session is the only one, unless the manager has taken over its socket since.
  EndpointLock.holdForever(
    isActivated ? try EndpointLock(takingOver: folder.brokerLock) : try EndpointLock(at: folder.brokerLock))
  server = try activated.map(LocalServer.serve(activated:)) ?? LocalServer.listen(at: folder.brokerSocket)
} catch let error as LocalEndpointError where error.code == .foreignSocket {
  quit(
    "the service manager handed over something else than the socket \(folder.brokerSocket).",
    hint: "see that passfold-broker.socket is the one that came with Passfold: systemctl --user cat passfold-broker.socket", status: 78)
} catch let error as LocalEndpointError where error.code == .alreadyRunning {
  quit(
    "a broker already runs for this session" + (error.holder.map { " (process \($0))." } ?? "."),
    hint: "nothing needs to be done: clients use the one that runs.", status: 75)
} catch {
  quit("the socket \(folder.brokerSocket) cannot be opened.", hint: "see that the disk is not full and the folder is yours.", status: 74)
}

let fetcher = FetchProcess(program: installation.fetchProgram)
let developerFile = DeveloperSites.file(variable: environmentVariable)
let wellKnown = WellKnownDocuments(
  now: { Date() }, developerSites: { developerFile.map(DeveloperSites.init(file:)) ?? .none },
  fetch: { request throws(FetchFailure) in try await fetcher.fetch(request) })
let hosting = ProviderHosting(runtimeFolder: folder.path, logger: logger)
let findProviders = { @Sendable in
  ProviderBundle.found(in: ProviderFolders.all(installation: Installation()), surroundings: hosting.surroundings) { error in
    logger.error("provider bundle left out", metadata: ["code": "\(error.code.name)", "path": "\(error.subject)"])
  }
}
let bundles = findProviders()
var environment = BrokerEnvironment(
  // Time does not count while the computer sleeps, because the user cannot answer then.
  now: { Date() }, wait: { try await Task.sleep(for: $0, clock: .suspending) },
  randomBytes: { count in
    // Eight at a time, because each call goes to the kernel.
    var generator = SystemRandomNumberGenerator()
    let numbers = (0..<(count + 7) / 8).map { _ in generator.next() as UInt64 }
    return numbers.withUnsafeBytes { Array($0.prefix(count)) }
  },
  startProvider: { bundle, handler throws(BrokerError) in try hosting.start(bundle, handler: handler) }, wellKnown: wellKnown,
  logger: logger,
  limits: BrokerLimits(variable: environmentVariable))
environment.installedProviders = findProviders
environment.sandbox = { hosting.sandbox(of: $0) }
environment.folderState = { hosting.folderState(of: $0) }
environment.accessFindings = { hosting.accessFindings(of: $0) }
if let file = ProviderSettingsFile(variable: environmentVariable) { environment.settings = ProviderSettingsStorage(file) }
if let window = installation.windowProgram {
  environment.startSurface = { ticket, ended throws(BrokerError) in try SurfaceProcess.start(window, ticket: ticket, ended: ended) }
}
let inspection = CallerInspection()
environment.inspectProcess = { inspection.identity(ofProcess: $0) }
let pictures = PictureProcess(program: installation.qrProgram)
environment.readPicture = { await pictures.read($0) }
let fingerprints = FingerprintReader()
environment.readFinger = { await fingerprints.read($0) }
let carrier = CarrierProcess(program: installation.syncProgram, environment: ProcessInfo.processInfo.environment, logger: logger)
environment.carry = { carrier.want($0) }
environment.giveMemoryBack = { passfold_give_memory_back() }

let vaultDoor = VaultDoor(socket: folder.vaultSocket)
environment.askVault = { (request) throws(BrokerError) in try await vaultDoor.ask(request) }

let pairingPrompt = PairingPrompt(environment: ProcessInfo.processInfo.environment)
var pairing = PairingEnvironment(
  now: environment.now, randomBytes: environment.randomBytes, ask: { await pairingPrompt.ask($0) }, logger: logger)
if let file = PairedBrowsersFile(variable: environmentVariable) {
  pairing.load = { () throws(BrokerError) in try file.load() }
  pairing.save = { (browsers) throws(BrokerError) in try file.save(browsers) }
}
let browsers = PairedBrowsers(environment: pairing)
environment.pairedBrowsers = browsers
let broker = Broker(providers: bundles, environment: environment)

// Ending on a signal ends the providers too, because their keys are only in their memory.
let signals = TerminationSignals {
  await broker.stop()
  server.close()
  exit(0)
}

await broker.start()
SessionWatch(logger: logger) { await broker.lockProviders(briefly: $0.isBrief) }.start()
if isActivated {
  let quiet = IdleExit(of: server, variable: environmentVariable, wait: environment.wait, mayEnd: { await broker.mayEnd() })
  Task {
    try await quiet.come()
    logger.info("ending, nobody needs the broker; the next to connect starts it again")
    await broker.stop()
    exit(0)
  }
}
logger.info("ready", metadata: ["providers": "\(bundles.count(where: \.isReadable))"])
let browserHost = installation.browserHost.flatMap(DesktopApplications.realPath)
let surfaces = [installation.command, installation.windowProgram].compactMap { $0.flatMap(DesktopApplications.realPath) }
await withDiscardingTaskGroup { group in
  for await connection in server.connections {
    let conversation = ClientConversation(
      connection: connection, broker: broker, inspection: inspection, browsers: .paired(browsers), browserHost: browserHost,
      surfaces: surfaces, logger: logger)
    group.addTask { await conversation.run() }
  }
}
withExtendedLifetime((signals, server)) {}
