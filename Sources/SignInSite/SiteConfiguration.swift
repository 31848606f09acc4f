// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The identity of the site: its names on the web and for display.
package struct SiteConfiguration: Sendable {
  /// The origin that browsers see, such as `https://login.shop.example`, without a trailing slash.
  package var origin: String
  /// The relying party ID of passkeys: the origin's host or a registrable suffix of it.
  package var relyingPartyID: String
  /// The domain in set-up links, by which a password manager finds the account of the code.
  package var issuerDomain: String
  /// The site's display name.
  package var name: String

  /// Other origins that serve this site with the same passkeys, such as those of other countries.
  package var relatedOrigins: [String]
  /// The applications that may use the site's credentials, as `TEAMID.bundle.identifier` or, on Linux, forms such as `desktop.identifier`.
  package var apps: [String]

  /// Creates a configuration. The caller must ensure that the names are consistent.
  package init(
    origin: String, relyingPartyID: String, issuerDomain: String, name: String, relatedOrigins: [String] = [], apps: [String] = []
  ) {
    self.origin = origin
    self.relyingPartyID = relyingPartyID
    self.issuerDomain = issuerDomain
    self.name = name
    self.relatedOrigins = relatedOrigins
    self.apps = apps
  }
}
