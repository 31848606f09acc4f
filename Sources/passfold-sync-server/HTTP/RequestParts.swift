// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Hummingbird
import SyncServer

/// Parameters of paths and queries, parsed strictly: a parameter must have its form if present.
extension Request {
  /// Returns a decimal number; nil if the parameter is missing.
  func number(_ name: String) throws(SyncServerError) -> UInt64? {
    guard let text = uri.queryParameters[Substring(name)] else { return nil }
    guard let number = UInt64(text), String(number) == text else { throw SyncServerError(.malformed) }
    return number
  }

  /// Returns the parameter `after` as a cursor; the beginning if it is missing.
  func cursor() throws(SyncServerError) -> Cursor {
    guard let text = uri.queryParameters["after"] else { return .beginning }
    guard let cursor = Hexadecimal.bytes(text).flatMap(Cursor.init) else { throw SyncServerError(.malformed) }
    return cursor
  }

  /// Returns a parameter as the name of a record or a file; nil if it is missing.
  func identifier<Subject>(_ name: String) throws(SyncServerError) -> Identifier<Subject>? {
    guard let text = uri.queryParameters[Substring(name)] else { return nil }
    guard let identifier = Hexadecimal.bytes(text).flatMap({ Identifier<Subject>($0) }) else { throw SyncServerError(.malformed) }
    return identifier
  }

  /// Returns the file named in the path.
  func blob(_ context: SyncContext) throws(SyncServerError) -> BlobName {
    guard let blob = context.parameters.get("id").flatMap({ Hexadecimal.bytes($0) }).flatMap({ BlobName($0) }) else {
      throw SyncServerError(.malformed)
    }
    return blob
  }

  /// Returns the mailbox in the path and the slot in the query.
  func mailbox(_ context: SyncContext) throws(SyncServerError) -> (name: [UInt8], slot: Int) {
    guard let text = context.parameters.get("id"), let name = Hexadecimal.bytes(text), let slot = try number("slot") else {
      throw SyncServerError(.malformed)
    }
    return (name, Int(clamping: slot))
  }
}
