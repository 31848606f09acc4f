// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The settings for reaching servers, from the environment that the broker passes on.
package struct ServerSettings: Sendable {
  /// The files of trusted certificate authorities on Debian, Fedora, OpenSUSE and Alpine.
  private static let bundles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
  ]

  /// Whether a server on this computer may be used without TLS, for its developers.
  package var isDeveloper: Bool
  /// The file of the certificate authorities; nil if there is none, and no certificate can be trusted.
  package var authorities: String?
  /// The proxies.
  package var proxies: Proxies

  /// Reads `PASSFOLD_SYNC_DEVELOPER` (1), with it `PASSFOLD_SYNC_AUTHORITY` (a file whose authorities are trusted instead of the system's),
  /// and the proxies.
  package init(variable: (String) -> String?) {
    isDeveloper = variable("PASSFOLD_SYNC_DEVELOPER") == "1"
    let own = isDeveloper ? variable("PASSFOLD_SYNC_AUTHORITY") : nil
    authorities = own ?? Self.bundles.first { access($0, R_OK) == 0 }
    proxies = Proxies(variable: variable)
  }
}
