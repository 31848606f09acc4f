// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import AuthenticationServices
internal import BrokerProtocol
internal import Foundation
internal import SecretMemory

extension ProviderTestHost {
  /// Plays the user exporting the provider's credentials to another provider. The result is in ``exportedCredentials``.
  public func prepareInterfaceForCredentialExport() -> PlayedRequest { play(.prepareInterfaceForCredentialExport) }

  /// Plays an import from another provider.
  ///
  /// - Parameters:
  ///   - credentials: The credentials that wait for the provider, under a token.
  ///   - exporter: The other provider's name.
  /// - Throws: ``AuthenticationServices/ASAuthorizationError`` `credentialExport` if the credentials exceed the limit for an export.
  public func continueUserActivity(importing credentials: ASExportedCredentialData, from exporter: String) throws -> PlayedRequest {
    let token = UUID()
    exchange.offer(try ExchangeWriter.write(credentials), under: token)
    return play(.prepareInterfaceForCredentialImport(token: token.uuidString, exporter: exporter, isPreview: nil))
  }

  /// The provider's last export; nil before the first one, and if the data were not valid CXF.
  public var exportedCredentials: ASExportedCredentialData? { exchange.exported }
}

/// The system's part in an exchange: the user agrees to everything, and the other provider stores everything.
@MainActor
final class PlayedCredentialExchange {
  private(set) var exported: ASExportedCredentialData?
  private var coming: [UInt8] = []
  private var waiting: (token: String, content: SharedSecret)?
  private var going: (content: SharedSecret, sent: Int)?

  /// Offers a provider's credentials.
  func offer(_ content: SharedSecret, under token: UUID) { waiting = (token.uuidString, content) }

  /// Answers the requests of the provider's process.
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
