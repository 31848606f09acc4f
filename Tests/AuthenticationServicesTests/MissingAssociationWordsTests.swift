// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import BrokerProtocol
import Testing

@Suite("The explanation of a missing association")
struct MissingAssociationWordsTests {
  private static let place = "/usr/share/applications/org.example.Shop.entitlements"
  private static let document = "https://shop.example/.well-known/apple-app-site-association"

  @Test(
    "names the missing half of the association and the place where it belongs",
    arguments: [
      ("applicationUnknown", "The app's half of the association with shop.example is missing: no desktop file"),
      ("entitlementsMissing", "desktop.org.example.Shop has no entitlements file at \(place)."),
      ("entitlementsMalformed", "\(place) is not a property list with com.apple.developer.associated-domains."),
      ("domainNotEntitled", "\(place) does not list webcredentials:shop.example."),
      ("developersOnly", "for developers only, and the developer settings do not name shop.example."),
    ])
  func appHalf(code: String, words: String) {
    let missing = MissingAssociationValue(
      code: code, domain: "shop.example", application: "desktop.org.example.Shop", place: Self.place)
    #expect(missing.explanation.contains(words))
  }

  @Test(
    "names the site's association document",
    arguments: [
      (
        "documentUnavailable",
        "The site's half of the association with desktop.org.example.Shop is missing: \(document) could not be fetched (nameNotFound)."
      ),
      (
        "documentMalformed",
        "The site's half of the association with desktop.org.example.Shop is missing: "
          + "\(document) is not a JSON document with webcredentials."
      ),
      (
        "applicationNotListed",
        "The site's half of the association is missing: "
          + "\(document) does not list desktop.org.example.Shop among the apps of webcredentials."
      ),
    ])
  func siteHalf(code: String, words: String) {
    let missing = MissingAssociationValue(
      code: code, domain: "shop.example", application: "desktop.org.example.Shop", place: Self.document, cause: "nameNotFound")
    #expect(missing.explanation == words)
  }
}
