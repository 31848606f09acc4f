// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
public import WebDomains

/// The document that a relying party publishes under `/.well-known/webauthn`: the other origins that may use its RP ID (WebAuthn L3 §5.11).
public struct RelatedOriginsDocument: Hashable, Sendable {
  /// The maximum size of a document, in bytes; far more than the label limit makes useful.
  public static let maximumByteCount = 1 << 18
  /// The maximum number of different registrable origin labels, the least that the specification allows (WebAuthn L3 §5.11).
  public static let maximumLabelCount = 5

  /// The origins as written in the document, in order.
  public let origins: [String]

  /// Creates a document to publish.
  public init(origins: [Origin]) {
    self.origins = origins.map(\.description)
  }

  /// Reads a document; nil unless it is a JSON object whose `origins` is a list of strings (WebAuthn L3 §5.11.1 steps 2.2, 2.3).
  public init?(parsing json: [UInt8]) {
    guard json.count <= Self.maximumByteCount, let members = try? JSONDecoder().decode(Members.self, from: Data(json)) else { return nil }
    origins = members.origins
  }

  /// The document to serve, with the content type `application/json`.
  public var encoded: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    return (try? encoder.encode(Members(origins: origins))).map { Array($0) } ?? []
  }

  /// Returns whether the document permits an origin to use the RP ID (WebAuthn L3 §5.11.1 steps 3 to 5).
  public func permits(_ callerOrigin: Origin) -> Bool {
    // 3. The labels seen so far.
    var labelsSeen: Set<Substring> = []
    // 4. The items in order.
    for item in origins {
      // 4.1. A URL; 4.2. with a domain; 4.3. and 4.4. with a registrable origin label.
      guard let url = try? Origin(url: item), let domain = RegistrableDomain(of: url.host),
        let label = domain.name.split(separator: ".").first
      else { continue }
      // 4.5. Beyond the limit, only labels already seen count.
      if labelsSeen.count >= Self.maximumLabelCount, !labelsSeen.contains(label) { continue }
      // 4.6. The caller itself.
      if url == callerOrigin { return true }
      // 4.7. Remember the label.
      if labelsSeen.count < Self.maximumLabelCount { labelsSeen.insert(label) }
    }
    // 5. Not found.
    return false
  }

  private struct Members: Codable {
    let origins: [String]
  }
}
