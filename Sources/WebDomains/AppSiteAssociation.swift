// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The document that a domain publishes under `/.well-known/apple-app-site-association`; only the part about credentials (Apple,
/// "Supporting associated domains").
public struct AppSiteAssociation: Hashable, Sendable {
  /// The maximum size of a document, in bytes; Apple's own limit for the file.
  public static let maximumByteCount = 128 * 1024
  /// The maximum number of applications that are read.
  public static let maximumApplicationCount = 1000

  /// The identifiers of the applications that may use the domain's credentials, in the document's order.
  public let applications: [String]

  /// Creates a document to publish.
  public init(applications: [String]) {
    self.applications = Array(applications.prefix(Self.maximumApplicationCount))
  }

  /// Reads a document; nil unless it is a JSON object whose `webcredentials`, if present, has a list of strings `apps`.
  ///
  /// Other services in the document, such as `applinks`, are ignored and may have any form.
  public init?(parsing json: [UInt8]) {
    guard json.count <= Self.maximumByteCount, let members = try? JSONDecoder().decode(Members.self, from: Data(json)) else { return nil }
    self.init(applications: members.webcredentials?.apps ?? [])
  }

  /// The document to serve, with the content type `application/json`.
  public var encoded: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    return (try? encoder.encode(Members(webcredentials: .init(apps: applications)))).map { Array($0) } ?? []
  }

  /// Returns whether the domain lists exactly this application.
  public func permits(_ application: String) -> Bool {
    applications.contains { $0.utf8.elementsEqual(application.utf8) }
  }

  private struct Members: Codable {
    struct Credentials: Codable {
      let apps: [String]
    }

    let webcredentials: Credentials?
  }
}
