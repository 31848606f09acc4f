// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import WebDomains

/// Origins have one spelling, an RP ID never covers an unrelated origin, and no credential is offered across registrable domains.
///
/// The input is lines: the first is an origin, the second the text to compare with it.
@main enum FuzzWebDomains {
  static func main() {
    FuzzDriver.run { data, count in
      let text = String(decoding: UnsafeBufferPointer(start: data, count: count), as: UTF8.self)
      let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let first = lines.first, let origin = try? Origin(url: first) else { return 0 }
      FuzzWebDomains.check(origin, spelling: first)
      if let second = lines.dropFirst().first { FuzzWebDomains.check(origin, against: second) }
      return 0
    }
  }

  private static func check(_ origin: Origin, spelling: String) {
    FuzzDriver.require((try? Origin(parsing: origin.description)) == origin, "an origin's serialisation reads back")
    if (try? Origin(parsing: spelling)) != nil {
      FuzzDriver.require(spelling.utf8.elementsEqual(origin.description.utf8), "an origin has one spelling")
    }
    FuzzDriver.require((try? WebHost(parsing: origin.host.serialized)) == origin.host, "a host's serialisation reads back")
    if let registrable = RegistrableDomain(of: origin.host) {
      FuzzDriver.require(isSelfOrParent(registrable.name, of: origin.host.serialized), "a registrable domain ends its host")
      let again = (try? WebHost(parsing: registrable.name)).flatMap { RegistrableDomain(of: $0) }
      FuzzDriver.require(again == registrable, "a registrable domain is its own")
    }
    if let identifier = try? RelyingPartyID(defaultFor: origin) {
      FuzzDriver.require((try? identifier.check(against: origin)) != nil, "an origin may use its own domain")
    }
    let services = ServiceMatching.serviceIdentifiers(for: origin)
    FuzzDriver.require(!services.isEmpty, "an origin belongs to a service")
    for service in services {
      FuzzDriver.require(ServiceMatching.rank(stored: service, requested: services) != nil, "an origin's services answer for it")
    }
  }

  private static func check(_ origin: Origin, against text: String) {
    if let identifier = try? RelyingPartyID(text), (try? identifier.check(against: origin)) != nil {
      FuzzDriver.require(isSelfOrParent(identifier.name, of: origin.host.serialized), "an RP ID ends the origin's host")
      FuzzDriver.require(origin.isPotentiallyTrustworthy, "an RP ID is for secure contexts")
    }
    guard let rank = ServiceMatching.rank(stored: text, requested: [origin.description]) else { return }
    FuzzDriver.require(rank >= 0, "a rank is a distance")
    guard let stored = try? ServiceAddress(parsing: text) else { fatalError("fuzzing: what cannot be read matches nothing") }
    // The planted fault: treats a match of two hosts under one domain as one across sites.
    if FuzzDriver.plantsFault, rank > 0 { fatalError("fuzzing: planted") }
    FuzzDriver.require(
      stored.host == origin.host
        || RegistrableDomain(of: stored.host) == RegistrableDomain(of: origin.host)
          && RegistrableDomain(of: origin.host) != nil,
      "a match is the same host or the same registrable domain")
    FuzzDriver.require(!(stored.scheme == .https && origin.scheme == .http), "what was saved from TLS stays with TLS")
  }

  private static func isSelfOrParent(_ name: String, of host: String) -> Bool { host == name || host.hasSuffix("." + name) }
}
