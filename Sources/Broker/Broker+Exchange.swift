// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials
import Glibc
import SecretMemory

/// A request by which somebody had a provider hand over.
struct StartedExport {
  let call: CallNumber
  let key: RequestKey
  /// The provider that the person has named; nil where they pick it.
  let to: String?
  /// Whether the person only wants to see what would come in.
  let isPreview: Bool
}

/// Carries one provider's credentials to another, and hears what providers' own processes ask for it.
extension Broker {
  // MARK: A provider as a client

  /// Hears what a provider's process asks as an app does.
  func hear(_ message: ClientMessage, secret: SharedSecret?, from identifier: String) async {
    guard let provider = providers[identifier], let link = provider.link else { return }
    switch message {
    case .request, .cancel: break
    // A provider's process needs no hello, and draws no view of the broker's.
    case .hello, .viewEvent: return punish(identifier)
    }
    let client: ClientNumber
    if let known = provider.client {
      client = known
    } else {
      let caller = CallerIdentity(
        user: geteuid(), process: link.process ?? 0, executable: provider.bundle.executable, isRunning: { true })
      client = clients.attach { _ in
        Clients.Client(
          door: { reply, secret in link.send(.reply(reply), secret: secret) }, role: .provider, caller: caller, provider: identifier,
          providerName: provider.bundle.displayName)
      }
      providers[identifier]?.client = client
    }
    await receive(message, secret: secret, from: client)
  }

  /// Ends what a provider's process asked for; the process is about to be forgotten.
  func endRequests(ofProcess identifier: String) {
    guard let client = providers[identifier]?.client else { return }
    providers[identifier]?.client = nil
    detach(client)
  }

  /// Whether a provider's process waits for an answer.
  func isAsking(_ identifier: String) -> Bool {
    providers[identifier]?.client.map { !requests.calls(of: $0).isEmpty } ?? false
  }

  // MARK: The exchange

  /// Shows whom a provider's credentials could go to.
  func requestExport(_ request: RequestExportRequest, of key: RequestKey) throws(ClientFailure) -> RequestStep {
    guard let client = clients[key.client] else { throw ClientFailure(.userCanceled) }
    let exporter = try ExchangeJudge.exporter(client, named: request.provider, among: providers)
    try exchanges.makeRoom(for: key.client, at: environment.now())
    return try ExchangeFlow.choose(for: exporter, only: startedExport(of: exporter.bundle.identifier)?.to, among: providers)
  }

  /// The person has picked a provider that takes the credentials of a request's client.
  func grantExport(_ call: CallNumber, to importer: String) {
    guard let key = requests[call]?.key, let client = clients[key.client] else { return }
    do throws(ClientFailure) {
      let taker = try ExchangeJudge.participant(importer, among: providers)
      let exporter = try ExchangeJudge.exporter(client, named: nil, among: providers)
      let transfer = randomText()
      try exchanges.grant(key.client, named: exporter.bundle.displayName, to: importer, transfer: transfer, at: environment.now())
      // Whoever hands over learns no more of the person's providers than Apple's systems tell.
      let isOurs = exporter.bundle.needs.servesSession
      let grant = ExportGrant(
        version: ExchangeBounds.version, transfer: transfer, provider: isOurs ? taker.bundle.displayName : nil)
      end(call, .answered(.exportGranted(grant), nil))
    } catch {
      end(call, .failed(error))
    }
  }

  /// Takes a part; with the last one, the importer is called.
  func takePart(_ request: ExportPartRequest, secret: SharedSecret?, in call: CallNumber) throws(ClientFailure) -> RequestStep {
    guard let key = requests[call]?.key else { throw ClientFailure(.userCanceled) }
    switch try exchanges.take(secret, of: request, from: key.client, at: environment.now()) {
    case .more(let state): return .answer(.exchanging(state))
    case .whole(let importer, let exporter):
      let token = UUID(uuid: randomUUID()).uuidString
      exchanges.offer(token, in: call)
      let started = clients[key.client]?.provider.flatMap { startedExport(of: $0) }
      return ExchangeFlow.offer(token, to: importer, from: exporter, isPreview: started?.isPreview == true)
    }
  }

  /// Hands a part out.
  func handOutPart(_ request: ImportPartRequest, to client: ClientNumber) throws(ClientFailure) -> RequestStep {
    guard let provider = clients[client]?.provider else { throw ClientFailure(.notAllowedHere, detail: "role") }
    let (state, part) = try exchanges.handOut(request, to: provider, transfer: randomText())
    return .answer(.exchanging(state), secret: part)
  }

  /// The request by which somebody had a provider hand over, while that provider works on it.
  func startedExport(of identifier: String) -> StartedExport? {
    for call in requests.calls(at: identifier).reversed() {
      if let request = requests[call], case .credentialExport(let to, let isPreview)? = request.asking?.question.subject {
        return StartedExport(call: call, key: request.key, to: to, isPreview: isPreview)
      }
    }
    return nil
  }

  /// The person has seen what would come in, which was all that they wanted: whoever handed it over hears that nobody keeps it.
  ///
  /// - Parameter call: The request by which the exporter sent the last part.
  func endPreview(in call: CallNumber) {
    let exporter = requests[call].flatMap { clients[$0.key.client]?.provider }
    // What the exporter asked on its way ends with the request that had it hand over.
    if let started = exporter.flatMap({ startedExport(of: $0) }), started.isPreview { end(started.call, .answered(.done(), nil)) }
    end(call, .failed(ClientFailure(.userCanceled)))
  }

  /// The terminal that a client's views may be drawn in: its own, or that of who had it hand over.
  func terminal(of client: Clients.Client) -> CallerIdentity.Terminal? {
    guard let provider = client.provider else { return client.caller.terminal }
    return startedExport(of: provider).flatMap { clients[$0.key.client]?.caller.terminal }
  }

  private func randomText() -> String {
    HexadecimalDigits.text(environment.randomBytes(16))
  }

  /// 16 unpredictable bytes as a version 4 UUID (RFC 9562 §5.4).
  private func randomUUID() -> uuid_t {
    var bytes = environment.randomBytes(16)
    bytes += [UInt8](repeating: 0, count: max(0, 16 - bytes.count))
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    return (
      bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9], bytes[10], bytes[11], bytes[12],
      bytes[13], bytes[14], bytes[15]
    )
  }
}
