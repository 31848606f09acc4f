// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CCurl
import Dispatch
import Glibc
import LocalEndpoint
import LocalTransport
import SecretMemory
import VaultProtocol

// Transfers encrypted bytes between the vault, which has no network, and a sync server. The broker starts it while there is something to
// transfer. It has no key: it sends the vault's requests to the place named by the vault, and returns the replies.

func quit(_ words: String, hint: String, status: CInt) -> Never {
  let text = Array("passfold-sync: error: \(words)\nhint: \(hint)\n".utf8)
  _ = text.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  exit(status)
}

ProcessHardening.apply()
signal(SIGPIPE, SIG_IGN)
guard Leash.isThere else {
  quit(
    "this program was not started by the broker.", hint: "nothing needs to be done: the broker starts it when there is need.", status: 64)
}
closefrom(Leash.descriptor + 1)
guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK else {
  quit("libcurl does not start.", hint: "see that libcurl and OpenSSL are installed whole.", status: 71)
}
let settings = ServerSettings(variable: environmentVariable)
do {
  try Confinement.enter()
} catch {
  quit("the kernel does not let this process lock itself in.", hint: "Passfold needs a kernel with seccomp.", status: 71)
}

let leash = Leash()
let socket = RuntimeFolder().vaultSocket
let now = { @Sendable in ContinuousClock.now }
let environment = CarryEnvironment(
  connect: { () throws(LocalTransportError) in try LocalConnection.connect(toSocketAt: socket) }, now: now,
  wait: { try await Task.sleep(for: $0, clock: .continuous) }, random: { Double.random(in: 0..<1) })
let folders = FolderCarrier()
for lane in VaultCall.CarryStep.Lane.allCases {
  guard let server = ServerCarrier(settings, now: now) else {
    quit("libcurl gives no handle.", hint: "see that there is memory left.", status: 71)
  }
  let work = CarryLane(lane, carrier: PlacedCarrier(server: server, folder: folders), environment: environment)
  Task.detached { await work.run() }
}
dispatchMain()
