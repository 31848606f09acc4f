// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import AuthenticationServices
import WebDomains

/// An entry of the store as its path alone tells it: for which service, and which user.
///
/// The conventions are browserpass's: the part of the path that is a domain is the service, what stands below it the user.
package struct StoreEntry: Hashable, Sendable {
  /// The path below the store, without `.gpg`; what `pass show` takes.
  package let path: String
  /// The service's host, with its port where the path has one; nil where no part of the path is one.
  package let service: String?
  /// The user, as far as the path says it.
  package let user: String?

  /// Reads a path below the store, without `.gpg`.
  package init(path: String) {
    self.path = path
    let parts = path.split(separator: "/").map(String.init)
    guard let place = Self.placeOfService(in: parts) else {
      (service, user) = (nil, nil)
      return
    }
    service = parts[place].lowercased()
    let below = parts.dropFirst(place + 1)
    user = below.isEmpty ? nil : below.joined(separator: "/")
  }

  /// The identities that the system may suggest; a code's too, as only the content could tell whether there is one.
  ///
  /// - Parameter mayHaveCode: False where the entry was opened before and had none.
  package func identities(mayHaveCode: Bool) -> [any ASCredentialIdentity] {
    guard let service else { return [] }
    let place = ASCredentialServiceIdentifier(identifier: service, type: .domain)
    let password = ASPasswordCredentialIdentity(serviceIdentifier: place, user: label, recordIdentifier: path)
    guard mayHaveCode else { return [password] }
    return [password, ASOneTimeCodeCredentialIdentity(serviceIdentifier: place, label: label, recordIdentifier: path)]
  }

  /// What a person knows it by.
  package var label: String { user ?? path }

  /// How well it answers the services that are asked for; nil is no match.
  package func rank(for services: [String]) -> Int? { service.flatMap { ServiceMatching.rank(stored: $0, requested: services) } }

  /// The deepest part that is a domain under a suffix of the public suffix list, as browserpass has it. A path without one may still name a
  /// host of a network of its own: the deepest folder that has a host's form, then the file.
  private static func placeOfService(in parts: [String]) -> Int? {
    if let place = parts.indices.last(where: { domain(of: parts[$0])?.hasListedSuffix == true }) { return place }
    if let place = parts.indices.dropLast().last(where: { isHost(parts[$0]) }) { return place }
    return parts.indices.last.flatMap { isHost(parts[$0]) ? $0 : nil }
  }

  private static func domain(of part: String) -> RegistrableDomain? { address(of: part).flatMap { RegistrableDomain(of: $0.host) } }

  private static func isHost(_ part: String) -> Bool {
    guard let address = address(of: part) else { return false }
    guard let name = address.host.domainName else { return true }
    return name == "localhost" || name.contains(".")
  }

  private static func address(of part: String) -> ServiceAddress? {
    guard !part.contains("@"), !part.contains(" ") else { return nil }
    return try? ServiceAddress(parsing: part)
  }
}
