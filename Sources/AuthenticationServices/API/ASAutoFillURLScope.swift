// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The part of a URL that determines where a credential is filled.
@available(iOS 26.2, macOS 26.2, visionOS 26.2, *)
public struct ASAutoFillURLScope: Codable, Hashable, Sendable {
  /// The schemes for which credentials are filled.
  public enum Scheme: String, Codable, Hashable, Sendable {
    /// Unencrypted.
    case http
    /// Encrypted.
    case https
  }

  /// The scheme.
  public var scheme: Scheme
  /// The host name.
  public var host: String
  /// The port; nil for the scheme's default.
  public var port: Int?
  /// The path; empty for the whole host.
  public var path: String

  /// Creates a value from its parts.
  public init(scheme: Scheme = .https, host: String, port: Int? = nil, path: String = "") {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.path = path
  }

  /// Creates a scope from a URL; nil for a URL without a host or with another scheme.
  public init?(url: URL) {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true), let host = parts.host, !host.isEmpty,
      let scheme = parts.scheme.flatMap({ Scheme(rawValue: $0.lowercased()) })
    else { return nil }
    self.init(scheme: scheme, host: host, port: parts.port, path: parts.path)
  }

  /// The URL; nil if the parts do not form one.
  public var url: URL? {
    var parts = URLComponents()
    parts.scheme = scheme.rawValue
    parts.host = host
    parts.port = port
    parts.path = path.isEmpty || path.hasPrefix("/") ? path : "/" + path
    return host.isEmpty ? nil : parts.url
  }
}
