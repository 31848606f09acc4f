// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import WebDomains

/// Where a service is: its host or application, and the port where it names one that its scheme does not say.
struct ServicePlace: Hashable {
  /// The host, or the application behind `app:`.
  let host: String
  /// The port; nil where the usual one is meant.
  let port: UInt16?
  /// The domain that somebody registered, by which hosts are of one site; the host where there is none.
  let site: String

  init(of service: ServiceIdentifier) {
    guard let address = service.keptAddress?.address else {
      host = service.kind == .app ? "app:\(service.text)" : service.text
      (port, site) = (nil, host)
      return
    }
    host = address.host.serialized
    port = address.namedPort
    site = RegistrableDomain(of: address.host)?.name ?? host
  }

  /// Whether two may be one place: a host at one port, or at any where one of them names none.
  func mayBe(_ other: ServicePlace) -> Bool { host == other.host && (port == nil || other.port == nil || port == other.port) }
}

extension ServiceAddress {
  /// The port where it is not the scheme's own.
  var namedPort: UInt16? {
    switch (scheme, port) {
    case (.https, 443), (.http, 80): nil
    default: port
    }
  }
}
