// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import LocalEndpoint

/// The services that support one-time codes or passkeys, from the lists in this installation (`Packaging/services/SOURCE.md`).
package struct ServiceDirectory: Sendable {
  private let codes: Set<String>
  private let passkeys: Set<String>

  /// Parses the lists: one domain per line.
  package init(codes: String, passkeys: String) {
    func domains(_ list: String) -> Set<String> { Set(list.split(separator: "\n").map(String.init)) }
    self.codes = domains(codes)
    self.passkeys = domains(passkeys)
  }

  /// Reads the installation's lists; nil if they are not part of it.
  static func installed(_ installation: Installation = Installation()) -> ServiceDirectory? {
    func list(_ name: String) -> String? {
      try? String(contentsOfFile: installation.prefix + "/lib/passfold/services/" + name, encoding: .utf8)
    }
    guard let codes = list("codes"), let passkeys = list("passkeys") else { return nil }
    return ServiceDirectory(codes: codes, passkeys: passkeys)
  }

  /// Whether one of the services, or a domain above it, supports codes.
  package func takesCodes(_ services: [String]) -> Bool { services.contains { Self.names(in: $0).contains(where: codes.contains) } }

  /// Whether one of the services, or a domain above it, supports passkeys.
  package func takesPasskeys(_ services: [String]) -> Bool { services.contains { Self.names(in: $0).contains(where: passkeys.contains) } }

  /// The host of a service identifier, and all domains above it with at least two labels.
  static func names(in service: String) -> [String] {
    let host = service.contains("://") ? URLComponents(string: service)?.host : service
    guard var name = host?.lowercased().split(separator: ":").first.map(String.init) else { return [] }
    var names = [name]
    while let dot = name.firstIndex(of: "."), name[name.index(after: dot)...].contains(".") {
      name = String(name[name.index(after: dot)...])
      names.append(name)
    }
    return names
  }
}
