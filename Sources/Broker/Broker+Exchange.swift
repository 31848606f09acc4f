// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials
import Glibc
import SecretMemory

/// A request that started a provider's export.
struct StartedExport {
  let call: CallNumber
  let key: RequestKey
  /// The importing provider named by the user; nil if the user picks it.
  let to: String?
  /// Whether the user only wants a preview of the import.
  let isPreview: Bool
}

/// Transferring one provider's credentials to another, and handling requests by providers' own processes.
extension Broker {
  // MARK: A provider as a client

  /// Handles a provider process's request, as for an app.
  func hear(_ message: ClientMessage, secret: SharedSecret?, from identifier: String) async {
    guard let provider = providers[identifier], let link = provider.link else { return }
    switch message {
    case .request, .cancel: break
    // A provider's process needs no hello, and draws none of the broker's views.
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

  /// Ends the requests of a provider's process that is about to be forgotten.
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

  /// Shows the providers to which a provider's credentials can go.
  func requestExport(_ request: RequestExportRequest, of key: RequestKey) throws(ClientFailure) -> RequestStep {
    guard let client = clients[key.client] else { throw ClientFailure(.userCanceled) }
    let exporter = try ExchangeJudge.exporter(client, named: request.provider, among: providers)
    try exchanges.makeRoom(for: key.client, at: environment.now())
    return try ExchangeFlow.choose(for: exporter, only: startedExport(of: exporter.bundle.identifier)?.to, among: providers)
  }

  /// Handles the user's choice of an importing provider for a client's request.
  func grantExport(_ call: CallNumber, to importer: String) {
    guard let key = requests[call]?.key, let client = clients[key.client] else { return }
    do throws(ClientFailure) {
      let taker = try ExchangeJudge.participant(importer, among: providers)
      let exporter = try ExchangeJudge.exporter(client, named: nil, among: providers)
      let transfer = randomText()
      try exchanges.grant(key.client, named: exporter.bundle.displayName, to: importer, transfer: transfer, at: environment.now())
      // The exporter learns no more about the user's providers than on Apple's systems.
      let isOurs = exporter.bundle.needs.servesSession
      let grant = ExportGrant(
        version: ExchangeBounds.version, transfer: transfer, provider: isOurs ? taker.bundle.displayName : nil)
      end(call, .answered(.exportGranted(grant), nil))
    } catch {
      end(call, .failed(error))
    }
  }

  /// Accepts a part; the last one calls the importer.
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

  /// Returns a part to the importer.
  func handOutPart(_ request: ImportPartRequest, to client: ClientNumber) throws(ClientFailure) -> RequestStep {
    guard let provider = clients[client]?.provider else { throw ClientFailure(.notAllowedHere, detail: "role") }
    let (state, part) = try exchanges.handOut(request, to: provider, transfer: randomText())
    return .answer(.exchanging(state), secret: part)
  }

  /// Returns the request that started a provider's export, while that provider works on it.
  func startedExport(of identifier: String) -> StartedExport? {
    for call in requests.calls(at: identifier).reversed() {
      if let request = requests[call], case .credentialExport(let to, let isPreview)? = request.asking?.question.subject {
        return StartedExport(call: call, key: request.key, to: to, isPreview: isPreview)
      }
    }
    return nil
  }

  /// Ends a preview, after which the exporter is told that nothing was kept.
  ///
  /// - Parameter call: The request with which the exporter sent the last part.
  func endPreview(in call: CallNumber) {
    let exporter = requests[call].flatMap { clients[$0.key.client]?.provider }
    // The exporter's own requests end together with the one that started the export.
    if let started = exporter.flatMap({ startedExport(of: $0) }), started.isPreview { end(started.call, .answered(.done(), nil)) }
    end(call, .failed(ClientFailure(.userCanceled)))
  }

  /// Returns the terminal in which a client's views may be drawn: its own, or that of the client that started the export.
  func terminal(of client: Clients.Client) -> CallerIdentity.Terminal? {
    guard let provider = client.provider else { return client.caller.terminal }
    return startedExport(of: provider).flatMap { clients[$0.key.client]?.caller.terminal }
  }

  private func randomText() -> String {
    HexadecimalDigits.text(environment.randomBytes(16))
  }

  /// Returns 16 unpredictable bytes as a version 4 UUID (RFC 9562 §5.4).
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
