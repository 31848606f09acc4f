// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The part of an address that decides where a credential is filled.
@available(iOS 26.2, macOS 26.2, visionOS 26.2, *)
public struct ASAutoFillURLScope: Codable, Hashable, Sendable {
  /// The schemes that credentials are filled for.
  public enum Scheme: String, Codable, Hashable, Sendable {
    /// Without encryption.
    case http
    /// With encryption.
    case https
  }

  /// The scheme.
  public var scheme: Scheme
  /// The host's name.
  public var host: String
  /// The port; nil for the scheme's own.
  public var port: Int?
  /// The path; empty for the whole host.
  public var path: String

  /// Gathers the parts.
  public init(scheme: Scheme = .https, host: String, port: Int? = nil, path: String = "") {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.path = path
  }

  /// Takes the parts of an address; nil for one without a host or with another scheme.
  public init?(url: URL) {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true), let host = parts.host, !host.isEmpty,
      let scheme = parts.scheme.flatMap({ Scheme(rawValue: $0.lowercased()) })
    else { return nil }
    self.init(scheme: scheme, host: host, port: parts.port, path: parts.path)
  }

  /// The address; nil when the parts do not make one.
  public var url: URL? {
    var parts = URLComponents()
    parts.scheme = scheme.rawValue
    parts.host = host
    parts.port = port
    parts.path = path.isEmpty || path.hasPrefix("/") ? path : "/" + path
    return host.isEmpty ? nil : parts.url
  }
}
