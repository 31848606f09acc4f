// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FetchProtocol
import FoundationEssentials
import LocalFiles
import WebDomains

/// The hosts that a developer serves on this machine or in a private network, as the user wrote them in `developer.json`.
package struct DeveloperSites: Sendable, Hashable {
  private let routes: [String: FetchRoute]

  /// No hosts, for users who are not developers.
  package static let none = DeveloperSites(routes: [:])

  private init(routes: [String: FetchRoute]) {
    self.routes = routes
  }

  /// Returns where a host is served; nil if it is in the public network.
  package subscript(host: String) -> FetchRoute? { routes[host] }

  /// Names the file below `XDG_CONFIG_HOME`, or below `.config` in `HOME`; nil without either.
  package static func file(variable: (String) -> String?) -> String? {
    BaseDirectory.configuration.passfold("developer.json", variable: variable)
  }

  /// The maximum length of the file in bytes.
  static let maximumByteCount = 64 * 1024

  /// Reads the settings; a file that is missing, malformed or writable by others names no host.
  ///
  /// - Parameter file: The absolute path of `developer.json`.
  package init(file: String) {
    // The author of the file decides which hosts Passfold trusts.
    self = SmallFile.bytes(of: file, limit: Self.maximumByteCount, author: .thisUser).flatMap(Self.init(parsing:)) ?? .none
  }

  /// Parses the settings; nil unless every host is a domain name and every place a numeric address with a port.
  package init?(parsing json: [UInt8]) {
    guard json.count <= Self.maximumByteCount, let members = try? JSONDecoder().decode(Members.self, from: Data(json)) else { return nil }
    var routes: [String: FetchRoute] = [:]
    for (name, site) in members.sites {
      guard let id = try? RelyingPartyID(name), site.port > 0, site.authority?.hasPrefix("/") ?? true,
        let host = try? WebHost(parsing: site.address.contains(":") ? "[\(site.address)]" : site.address), host.domainName == nil
      else { return nil }
      routes[id.name] = FetchRoute(address: site.address, port: site.port, authority: site.authority)
    }
    self.routes = routes
  }

  private struct Members: Decodable {
    struct Site: Decodable {
      let address: String
      let port: UInt16
      let authority: String?
    }

    let sites: [String: Site]
  }
}
