// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import WebAuthnClient
import WebDomains

/// For any site document and any app's claim, only a listed application is permitted.
@main enum FuzzWellKnown {
  static func main() {
    FuzzDriver.run { data, count in
      let input = Array(UnsafeBufferPointer(start: data, count: count))
      FuzzWellKnown.checkAssociation(input)
      FuzzWellKnown.checkRelatedOrigins(input)
      FuzzWellKnown.checkEntry(String(decoding: input, as: UTF8.self))
      return 0
    }
  }

  private static func checkAssociation(_ input: [UInt8]) {
    guard let document = AppSiteAssociation(parsing: input) else { return }
    FuzzDriver.require(input.count <= AppSiteAssociation.maximumByteCount, "a document has a bound")
    FuzzDriver.require(document.applications.count <= AppSiteAssociation.maximumApplicationCount, "applications have a bound")
    // The planted fault: accepts an application whose name begins like a listed one.
    let named = document.applications.contains { application in
      FuzzDriver.plantsFault ? application.hasPrefix("desktop.a") : application == "desktop.a"
    }
    FuzzDriver.require(document.permits("desktop.a") == named, "only a named application is permitted")
    FuzzDriver.require(AppSiteAssociation(parsing: document.encoded) == document, "a document reads back")
  }

  private static func checkRelatedOrigins(_ input: [UInt8]) {
    guard let document = RelatedOriginsDocument(parsing: input), let origin = try? Origin(parsing: "https://a.test") else { return }
    FuzzDriver.require(
      !document.permits(origin) || document.origins.contains { (try? Origin(url: $0)) == origin }, "only a named origin is related")
    let labels = Set(
      document.origins.compactMap { try? Origin(url: $0) }.filter(document.permits).compactMap { origin in
        RegistrableDomain(of: origin.host)?.name.split(separator: ".").first
      })
    FuzzDriver.require(labels.count <= RelatedOriginsDocument.maximumLabelCount, "five labels count")
    FuzzDriver.require(RelatedOriginsDocument(parsing: document.encoded) == document, "a document reads back")
  }

  private static func checkEntry(_ text: String) {
    guard let entry = AssociatedDomain(parsing: text) else { return }
    FuzzDriver.require(AssociatedDomain(parsing: entry.description) == entry, "an entry's spelling reads back")
    guard let id = try? RelyingPartyID(entry.name) else { return }
    FuzzDriver.require(entry.covers(id) != entry.isWildcard, "an entry covers its own name, a wildcard those under it")
  }
}
