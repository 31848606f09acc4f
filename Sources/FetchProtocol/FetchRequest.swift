// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// One document that a fetching process is to bring: one connection, no redirect followed.
package struct FetchRequest: Sendable, Hashable {
  /// The host as a domain name in A-label form.
  package var host: String
  /// The port, 443 unless a redirect named another.
  package var port: UInt16 = 443
  /// The path, with the query where there is one; it begins with a slash.
  package var target: String
  /// The most bytes of the body.
  package var maximumByteCount: Int
  /// The most milliseconds that it may take, from the start of the process.
  package var milliseconds: Int
  /// Where a developer serves the host; nil for the public network.
  package var route: FetchRoute?

  /// Describes a document on the public network at the default port.
  package init(host: String, target: String, maximumByteCount: Int, milliseconds: Int) {
    self.host = host
    self.target = target
    self.maximumByteCount = maximumByteCount
    self.milliseconds = milliseconds
  }

  /// The most bytes that a written request has.
  package static let maximumEncodedByteCount = 16 * 1024

  /// The request as a fetching process reads it, or nil when a value does not fit into a line.
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

  /// Reads a request, or returns nil unless it is whole, says everything once, and has nothing after it.
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

/// Where a developer serves a host that the public network does not know, or not yet so.
package struct FetchRoute: Sendable, Hashable {
  /// The address in numbers.
  package var address: String
  /// The port there.
  package var port: UInt16
  /// The path of a PEM file with the authority that signed the certificate; nil leaves it to the system's authorities.
  package var authority: String?

  /// Describes a place.
  package init(address: String, port: UInt16, authority: String?) {
    self.address = address
    self.port = port
    self.authority = authority
  }
}
