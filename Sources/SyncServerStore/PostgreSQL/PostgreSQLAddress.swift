// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPostgreSQL
import Glibc

/// Where a PostgreSQL database is: a URI as libpq takes it, with whatever it leaves out taken from libpq's environment.
///
/// It carries no password: whoever lists the machine's processes would read it. PGPASSFILE and PGSERVICE name files that hold one.
package struct PostgreSQLAddress: Hashable, Sendable {
  /// The URI as it was given.
  package let uri: String

  /// Takes a URI such as `postgresql:///sync`; nil where libpq does not understand it, or it holds a password.
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

  /// Whether a text is meant as such a URI, rather than as a file's name.
  package static func isMeant(by text: String) -> Bool { text.hasPrefix("postgresql:") || text.hasPrefix("postgres:") }

  /// Connects, which takes 5 seconds at most unless the URI says otherwise; nil where memory is short.
  func connect() -> OpaquePointer? {
    // What comes later wins, so the URI wins over these.
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
