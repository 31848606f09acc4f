// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The form of the URL that ends a web authentication session.
enum WebCallback: Hashable, Sendable {
  /// A URL with this scheme.
  case customScheme(String)
  /// A URL on this host with this path.
  case https(host: String, path: String)
  /// No URL; nothing is expected.
  case none

  /// Creates a value from the scheme of the older initialiser.
  init(scheme: String?) {
    self = scheme.map { .customScheme($0) } ?? .none
  }

  /// Returns whether a URL ends the session.
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
