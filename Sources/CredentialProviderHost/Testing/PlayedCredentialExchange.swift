// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import AuthenticationServices
internal import BrokerProtocol
internal import Foundation
internal import SecretMemory

extension ProviderTestHost {
  /// The person wants what the provider keeps handed over, and picks another provider; ``exportedCredentials`` is what came.
  public func prepareInterfaceForCredentialExport() -> PlayedRequest { play(.prepareInterfaceForCredentialExport) }

  /// Another provider hands its credentials over.
  ///
  /// - Parameters:
  ///   - credentials: What waits for the provider, under a token.
  ///   - exporter: The other provider's name.
  /// - Throws: ``AuthenticationServices/ASAuthorizationError`` `credentialExport` for more than may be handed over.
  public func continueUserActivity(importing credentials: ASExportedCredentialData, from exporter: String) throws -> PlayedRequest {
    let token = UUID()
    exchange.offer(try ExchangeWriter.write(credentials), under: token)
    return play(.prepareInterfaceForCredentialImport(token: token.uuidString, exporter: exporter, isPreview: nil))
  }

  /// What the provider handed over last; nil while it has handed nothing over, and for what is no CXF.
  public var exportedCredentials: ASExportedCredentialData? { exchange.exported }
}

/// The system's part in an exchange: the person says yes to everything, and the other provider keeps everything.
@MainActor
final class PlayedCredentialExchange {
  private(set) var exported: ASExportedCredentialData?
  private var coming: [UInt8] = []
  private var waiting: (token: String, content: SharedSecret)?
  private var going: (content: SharedSecret, sent: Int)?

  /// Has a provider's credentials wait.
  func offer(_ content: SharedSecret, under token: UUID) { waiting = (token.uuidString, content) }

  /// Answers what the provider's process asks.
  func answer(_ message: ClientMessage, secret: SharedSecret?) -> (reply: ClientReply, secret: SharedSecret?)? {
    guard case .request(let id, let request) = message else { return nil }
    let (answer, part) = answer(request, secret: secret)
    return (ClientReply(id, answer), part)
  }

  private func answer(_ request: ClientRequest, secret: SharedSecret?) -> (ClientAnswer, SharedSecret?) {
    switch request {
    case .requestExport:
      coming = []
      return (.exportGranted(ExportGrant(version: ExchangeBounds.version, transfer: "played")), nil)
    case .exportPart(let part):
      coming += secret?.withBytes { Array($0) } ?? []
      guard coming.count >= part.bytes else {
        return (.exchanging(ExchangeState(transfer: "played", left: part.bytes - coming.count)), nil)
      }
      exported = try? coming.withUnsafeBytes { try ExchangeReader.read($0) }
      return (.done(), nil)
    case .importPart(let part):
      if let waiting, part.token == waiting.token { (going, self.waiting) = ((waiting.content, 0), nil) }
      guard let (content, sent) = going else { return (.failure(RequestFailure(code: "tokenExpired")), nil) }
      let end = min(content.byteCount, sent + ExchangeBounds.partByteCount)
      going = end == content.byteCount ? nil : (content, end)
      let next = content.withBytes { SharedSecret(copying: $0[sent..<end]) }
      return (.exchanging(ExchangeState(transfer: "played", left: content.byteCount - end)), next)
    default: return (.failure(RequestFailure(code: "notAllowedHere")), nil)
    }
  }
}
