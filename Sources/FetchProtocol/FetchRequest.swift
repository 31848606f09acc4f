// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A request for a document from a fetching process: one connection, no redirects.
package struct FetchRequest: Sendable, Hashable {
  /// The host, as a domain name in A-label form.
  package var host: String
  /// The port: 443 unless a redirect specified another one.
  package var port: UInt16 = 443
  /// The path, including a query if there is one; it begins with a slash.
  package var target: String
  /// The maximum size of the body, in bytes.
  package var maximumByteCount: Int
  /// The time limit in milliseconds, from the start of the process.
  package var milliseconds: Int
  /// A developer's server for the host; nil for the public network.
  package var route: FetchRoute?

  /// Creates a request for a document on the public network at the default port.
  package init(host: String, target: String, maximumByteCount: Int, milliseconds: Int) {
    self.host = host
    self.target = target
    self.maximumByteCount = maximumByteCount
    self.milliseconds = milliseconds
  }

  /// The maximum size of an encoded request, in bytes.
  package static let maximumEncodedByteCount = 16 * 1024

  /// The encoded request; nil if a value does not fit into a line.
  package var encoded: [UInt8]? {
    var lines = FetchLines()
    lines.append("host", host)
    lines.append("port", String(port))
    lines.append("target", target)
    lines.append("bytes", String(maximumByteCount))
    lines.append("milliseconds", String(milliseconds))
    if let route {
      lines.append("route-address", route.address)
      lines.append("route-port", String(route.port))
      if let authority = route.authority { lines.append("route-authority", authority) }
    }
    return lines.encoded.flatMap { $0.count <= Self.maximumEncodedByteCount ? $0 : nil }
  }

  /// Reads a request; nil unless it is complete, contains each value once, and is followed by nothing.
  package init?(parsing bytes: some Collection<UInt8>) {
    guard bytes.count <= Self.maximumEncodedByteCount, let (lines, rest) = FetchLines.parse(bytes), rest.isEmpty,
      let host = lines["host"], let port = lines["port"].flatMap({ UInt16($0) }), port > 0, let target = lines["target"],
      target.hasPrefix("/"), let count = lines["bytes"].flatMap({ Int($0) }), (0...1 << 24).contains(count),
      let milliseconds = lines["milliseconds"].flatMap({ Int($0) }), (1...60_000).contains(milliseconds)
    else { return nil }
    self.host = host
    self.port = port
    self.target = target
    maximumByteCount = count
    self.milliseconds = milliseconds
    guard let address = lines["route-address"] else {
      guard lines["route-port"] == nil, lines["route-authority"] == nil else { return nil }
      return
    }
    guard let routePort = lines["route-port"].flatMap({ UInt16($0) }), routePort > 0 else { return nil }
    route = FetchRoute(address: address, port: routePort, authority: lines["route-authority"])
  }
}

/// A developer's server for a host that is not in the public network, or not yet.
package struct FetchRoute: Sendable, Hashable {
  /// The numeric address.
  package var address: String
  /// The port at that address.
  package var port: UInt16
  /// The path of a PEM file with the authority that signed the certificate; nil to use the system's authorities.
  package var authority: String?

  /// Creates a route.
  package init(address: String, port: UInt16, authority: String?) {
    self.address = address
    self.port = port
    self.authority = authority
  }
}
