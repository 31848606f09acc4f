// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Hummingbird
import SyncServer

/// What paths and queries carry, read strictly: a parameter that is there has its form.
extension Request {
  /// A whole number in decimal; nil where the parameter is missing.
  func number(_ name: String) throws(SyncServerError) -> UInt64? {
    guard let text = uri.queryParameters[Substring(name)] else { return nil }
    guard let number = UInt64(text), String(number) == text else { throw SyncServerError(.malformed) }
    return number
  }

  /// The parameter `after` as a cursor; the beginning where it is missing.
  func cursor() throws(SyncServerError) -> Cursor {
    guard let text = uri.queryParameters["after"] else { return .beginning }
    guard let cursor = Hexadecimal.bytes(text).flatMap(Cursor.init) else { throw SyncServerError(.malformed) }
    return cursor
  }

  /// A parameter as the name of a record or a file; nil where it is missing.
  func identifier<Subject>(_ name: String) throws(SyncServerError) -> Identifier<Subject>? {
    guard let text = uri.queryParameters[Substring(name)] else { return nil }
    guard let identifier = Hexadecimal.bytes(text).flatMap({ Identifier<Subject>($0) }) else { throw SyncServerError(.malformed) }
    return identifier
  }

  /// The file of the path.
  func blob(_ context: SyncContext) throws(SyncServerError) -> BlobName {
    guard let blob = context.parameters.get("id").flatMap({ Hexadecimal.bytes($0) }).flatMap({ BlobName($0) }) else {
      throw SyncServerError(.malformed)
    }
    return blob
  }

  /// The mailbox of the path and the slot of the query.
  func mailbox(_ context: SyncContext) throws(SyncServerError) -> (name: [UInt8], slot: Int) {
    guard let text = context.parameters.get("id"), let name = Hexadecimal.bytes(text), let slot = try number("slot") else {
      throw SyncServerError(.malformed)
    }
    return (name, Int(clamping: slot))
  }
}
