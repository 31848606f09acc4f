// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What makes this site this one: its names on the web and for people.
package struct SiteConfiguration: Sendable {
  /// The origin that browsers see, such as `https://login.shop.example`, without a trailing slash.
  package var origin: String
  /// The relying party ID of passkeys: the origin's host or a registrable suffix of it.
  package var relyingPartyID: String
  /// The domain in set-up links, by which a password manager finds the account the code belongs to.
  package var issuerDomain: String
  /// The site's name for people.
  package var name: String

  /// Other origins that serve this site with the same passkeys, such as those of other countries.
  package var relatedOrigins: [String]
  /// Applications that may use the site's credentials, as `TEAMID.bundle.identifier`, or `desktop.identifier` and its like on Linux.
  package var apps: [String]

  /// Takes the names as they are; the caller vouches that they belong together.
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
