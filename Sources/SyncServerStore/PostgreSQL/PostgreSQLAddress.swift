// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPostgreSQL
import Glibc

/// The address of a PostgreSQL database: a URI as accepted by libpq. Missing parts come from libpq's environment.
///
/// It contains no password, which would be visible in the list of processes. PGPASSFILE and PGSERVICE name files that contain one.
package struct PostgreSQLAddress: Hashable, Sendable {
  /// The given URI.
  package let uri: String

  /// Creates an address from a URI such as `postgresql:///sync`; nil if libpq does not accept it, or it contains a password.
  package init?(_ uri: String) {
    guard let options = PQconninfoParse(uri, nil) else { return nil }
    defer { PQconninfoFree(options) }
    var option = options
    while let keyword = option.pointee.keyword {
      if ["password", "sslpassword"].contains(String(cString: keyword)), option.pointee.val != nil { return nil }
      option = option.advanced(by: 1)
    }
    self.uri = uri
  }

  /// Whether a text is meant as such a URI, rather than as a file name.
  package static func isMeant(by text: String) -> Bool { text.hasPrefix("postgresql:") || text.hasPrefix("postgres:") }

  /// Connects within 5 seconds, unless the URI says otherwise; nil if memory is short.
  func connect() -> OpaquePointer? {
    // Later parameters win, so the URI wins over these.
    let parameters = [
      ("connect_timeout", "5"), ("tcp_user_timeout", "15000"), ("keepalives_idle", "30"),
      ("fallback_application_name", "passfold-sync-server"),
      ("client_encoding", "UTF8"), ("dbname", uri),
    ]
    let keywords = parameters.map { strdup($0.0) }
    let values = parameters.map { strdup($0.1) }
    defer { for text in keywords + values { free(text) } }
    return PQconnectdbParams(
      keywords.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
  }
}
