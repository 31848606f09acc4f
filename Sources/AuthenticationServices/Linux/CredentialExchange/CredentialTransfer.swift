// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol
internal import Foundation
package import SecretMemory

/// Transfers a provider's credentials to another provider as the bytes of a CXF file, part by part and only in locked memory.
package enum CredentialTransfer {
  /// The user's permission to export.
  package struct Leave: Sendable {
    /// The identifier of the transfer, sent with each part.
    package let transfer: String
    /// The name of the provider that the user picked. Disclosed only to the provider that comes with Passfold.
    package let provider: String?
  }

  /// Asks the user for permission.
  ///
  /// - Throws: ``ASAuthorizationError`` or `CancellationError`.
  package static func request(for provider: String?) async throws -> Leave {
    let reply = try await ask(.requestExport(RequestExportRequest(provider: provider)), .credentialExport)
    guard case .exportGranted(let grant) = reply.answer, grant.version == ExchangeBounds.version else {
      throw AuthorizationFailure.malformedAnswer.error
    }
    return Leave(transfer: grant.transfer, provider: grant.provider)
  }

  /// Sends everything, and waits until the other provider has stored it.
  ///
  /// - Parameter transfer: The identifier of the permitted transfer.
  /// - Throws: ``ASAuthorizationError`` or `CancellationError`.
  package static func send(_ content: SecretMemory.SharedSecret, under transfer: String) async throws {
    var sent = 0
    try await send(content.byteCount, under: transfer) { count in
      defer { sent += count }
      return content.withBytes { SecretMemory.SharedSecret(copying: $0[sent..<sent + count]) }
    }
  }

  /// Sends data part by part, as they are written.
  ///
  /// - Throws: ``ASAuthorizationError``, also if the data exceed the limit for an export, or `CancellationError`.
  static func send(_ data: ASExportedCredentialData, under transfer: String) async throws {
    var writer = try ExchangeWriter(data)
    try await send(writer.byteCount, under: transfer) { try writer.next($0) }
  }

  private static func send(
    _ byteCount: Int, under transfer: String, _ next: (Int) throws -> SecretMemory.SharedSecret
  ) async throws {
    guard (1...ExchangeBounds.byteCount).contains(byteCount) else { throw AuthorizationFailure.tooMuchToExport.error }
    var left = byteCount
    while left > 0 {
      let part = try next(min(left, ExchangeBounds.partByteCount))
      let reply = try await ask(.exportPart(ExportPartRequest(transfer: transfer, bytes: byteCount)), secret: part, .credentialExport)
      left -= part.byteCount
      switch reply.answer {
      case .exchanging(let state) where state.left == left && left > 0: continue
      case .done where left == 0: continue
      default: throw AuthorizationFailure.malformedAnswer.error
      }
    }
  }

  /// Returns the data that wait under a token.
  ///
  /// - Throws: ``ASAuthorizationError`` or `CancellationError`.
  package static func receive(_ token: UUID) async throws -> SecretMemory.SharedSecret {
    var parts: [SecretMemory.SharedSecret] = []
    try await receive(token) { parts.append($0) }
    var whole = SecretBytes(byteCount: parts.reduce(0) { $0 + $1.byteCount })
    var filled = 0
    for part in parts {
      part.withBytes { part in
        whole.withMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[filled..<filled + part.count]).copyMemory(from: part) }
      }
      filled += part.byteCount
    }
    return SecretMemory.SharedSecret(whole)
  }

  /// Reads the data that wait under a token, part by part.
  ///
  /// - Throws: ``ASAuthorizationError``, also for data that are not CXF or exceed the limits, or `CancellationError`.
  static func read(_ token: UUID) async throws -> ASExportedCredentialData {
    var reader = ExchangeReader()
    try await receive(token) { part in try part.withBytes { try reader.take($0) } }
    return try reader.finish()
  }

  private static func receive(_ token: UUID, _ take: (SecretMemory.SharedSecret) throws -> Void) async throws {
    var request = ImportPartRequest(token: token.uuidString)
    var left: Int?
    while left != 0 {
      let reply = try await ask(.importPart(request), .credentialImport)
      guard case .exchanging(let state) = reply.answer, let part = reply.secret, part.byteCount > 0, state.left >= 0,
        state.left <= ExchangeBounds.byteCount - part.byteCount, left == nil || left == part.byteCount + state.left
      else { throw AuthorizationFailure.malformedAnswer.error }
      try take(part)
      left = state.left
      request = ImportPartRequest(transfer: state.transfer)
    }
  }

  private static func ask(
    _ request: ClientRequest, secret: SecretMemory.SharedSecret? = nil, _ code: ASAuthorizationError.Code
  ) async throws -> BrokerClient.Reply {
    do {
      let reply = try await ExchangeDoor.current.ask(request, secret: secret)
      try Task.checkCancellation()
      return reply
    } catch let error as BrokerClientError {
      try Task.checkCancellation()
      throw AuthorizationFailure(exchange: error, code).error
    }
  }
}
