// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebDomains

/// The requested services, parsed once for all providers' stores.
struct ServiceQuery: Sendable {
  /// The services, most specific first; nil for one that cannot be read.
  let addresses: [ServiceAddress?]
  /// The hashes of their sites.
  let sites: Set<UInt32>

  /// Parses domains or URLs, most specific first.
  init(_ services: [String]) {
    addresses = services.map { try? ServiceAddress(parsing: $0) }
    sites = Set(services.map(Self.site))
  }

  /// Returns the hash of the registrable domain of a service identifier, or of the identifier itself if there is none.
  ///
  /// It has a new seed in each process, so that nobody can cause a collision between two sites.
  static func site(of service: String) -> UInt32 {
    var hasher = Hasher()
    if let address = try? ServiceAddress(parsing: service) {
      hasher.combine(RegistrableDomain(of: address.host)?.name ?? address.host.serialized)
    } else {
      hasher.combine(service)
    }
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }
}
