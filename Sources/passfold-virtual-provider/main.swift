// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerDoor
import Foundation
import Glibc
import LocalEndpoint
import LocalTransport
import Logging

// A session for automated tests of pages: a broker with virtual authenticators, and nothing of the user's. Commands arrive as lines of
// JSON, answers are written as lines of JSON; the first output line contains the environment that a browser of the session is started with
// (docs/protocols/virtual-provider.md).

signal(SIGPIPE, SIG_IGN)
LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
var logger = Logger(label: "passfold-virtual-provider")
logger.logLevel = .warning

func quit(_ words: String, hint: String, status: CInt) -> Never {
  let text = Array("passfold-virtual-provider: error: \(words)\nhint: \(hint)\n".utf8)
  _ = text.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  exit(status)
}

/// Writes one line; if the driver has gone, the line is lost, and the end of its commands ends the session.
@Sendable func say(_ line: [UInt8]) {
  var rest = (line + [UInt8(ascii: "\n")])[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return }
    rest = rest.dropFirst(count)
  }
}

let arguments = CommandLine.arguments.dropFirst()
let path: String?
switch (arguments.count, arguments.first) {
case (0, _): path = nil
case (2, "--session"): path = arguments.last
default:
  quit(
    "the arguments are not understood.", hint: "passfold-virtual-provider [--session FOLDER], where FOLDER does not exist or is empty.",
    status: 64)
}

let session: VirtualSession
let server: LocalServer
do {
  session = try VirtualSession(at: path)
} catch {
  quit(error.words.happened, hint: error.words.hint, status: 73)
}
do {
  try session.runtimeFolder.prepare()
  EndpointLock.holdForever(try EndpointLock(at: session.runtimeFolder.brokerLock))
  server = try LocalServer.listen(at: session.runtimeFolder.brokerSocket)
} catch {
  session.remove()
  let words = VirtualSessionError(.noSocket, path: session.runtimeFolder.brokerSocket).words
  quit(words.happened, hint: words.hint, status: 74)
}

let authenticators = AuthenticatorSet { try await Task.sleep(for: $0) }
var environment = BrokerEnvironment(
  now: { Date() }, wait: { try await Task.sleep(for: $0) },
  randomBytes: { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } },
  // This session never has a provider.
  startProvider: { (bundle, _) throws(BrokerError) in throw BrokerError(.unreadableBundle, subject: bundle.executable) },
  logger: logger)
environment.virtualAuthenticators = authenticators
let broker = Broker(providers: [], environment: environment)
let inspection = CallerInspection()
let browserHost = Installation().browserHost.flatMap(DesktopApplications.realPath)

let signals = TerminationSignals {
  session.remove()
  exit(0)
}

struct Opening: Encodable {
  struct Session: Encodable {
    var environment: [String: String]
    var browserHost: String?
  }
  var session: Session
}
let encoder = JSONEncoder()
encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
let opening = Opening(session: Opening.Session(environment: session.environment, browserHost: browserHost))
say((try? encoder.encode(opening)).map { [UInt8]($0) } ?? [])

let doorKeeper = Task {
  await withDiscardingTaskGroup { group in
    for await connection in server.connections {
      let conversation = ClientConversation(
        connection: connection, broker: broker, inspection: inspection, browsers: .virtualSession, browserHost: browserHost, surfaces: [],
        logger: logger)
      group.addTask { await conversation.run() }
    }
  }
}
let desk = CommandDesk(authenticators)
for await line in CommandLines.read(STDIN_FILENO, limit: Command.byteLimit) { say(await desk.answer(to: line).line) }
// The session ends with the driver.
doorKeeper.cancel()
server.close()
session.remove()
withExtendedLifetime(signals) {}
