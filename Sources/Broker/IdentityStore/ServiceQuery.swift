// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebDomains

/// The services that are asked for, read once for all providers' stores.
struct ServiceQuery: Sendable {
  /// The services, most specific first; nil for one that cannot be read.
  let addresses: [ServiceAddress?]
  /// The hashes of their sites.
  let sites: Set<UInt32>

  /// Reads domains or URLs, most specific first.
  init(_ services: [String]) {
    addresses = services.map { try? ServiceAddress(parsing: $0) }
    sites = Set(services.map(Self.site))
  }

  /// The hash of the registrable domain that a service identifier belongs to, or of the identifier itself where there is none.
  ///
  /// Seeded anew in each process: nobody outside can make two sites fall together.
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
