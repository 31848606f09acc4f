// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The form of the address that ends a web authentication session.
enum WebCallback: Hashable, Sendable {
  /// An address with this scheme.
  case customScheme(String)
  /// An address on this host with this path.
  case https(host: String, path: String)
  /// Any address: nobody waits for one.
  case none

  /// Takes the scheme of the older initialiser.
  init(scheme: String?) {
    self = scheme.map { .customScheme($0) } ?? .none
  }

  /// Whether an address ends the session.
  func matches(_ url: URL) -> Bool {
    switch self {
    case .customScheme(let scheme): url.scheme?.lowercased() == scheme.lowercased()
    case .https(let host, let path):
      url.scheme?.lowercased() == "https" && url.host?.lowercased() == host.lowercased() && Self.rooted(url.path) == Self.rooted(path)
    case .none: false
    }
  }

  private static func rooted(_ path: String) -> String { path.hasPrefix("/") ? path : "/" + path }
}
