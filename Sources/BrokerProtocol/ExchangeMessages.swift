// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Bounds of what one provider hands over to another at once.
package enum ExchangeBounds {
  /// The format that is spoken, as `SupportedCredentialExchangeVersions` names it.
  package static let version = "1.0"
  /// The most bytes of the data: 96 MiB.
  package static let byteCount = 96 << 20
  /// The most items in them.
  package static let itemCount = 100_000
  /// The most bytes of one item, and of all that stands around the items: 16 MiB.
  package static let pieceByteCount = 16 << 20
  /// The most bytes of one part, which is a frame's secret part: 64 KiB.
  package static let partByteCount = 64 << 10
}

/// Has a provider hand over what it keeps, at the person's wish.
package struct StartExchangeRequest: Codable, Hashable, Sendable {
  /// The identifier of the provider that hands over.
  package var from: String
  /// The identifier of the provider that takes; nil where the person picks it.
  package var to: String?
  /// Whether the one that takes only tells what would come in, and keeps nothing; the provider that comes with Passfold alone does that.
  package var preview: Bool?

  /// Names the two.
  package init(from: String, to: String? = nil, preview: Bool? = nil) {
    self.from = from
    self.to = to
    self.preview = preview
  }
}

/// Asks for the person's leave to hand over what a provider keeps (Apple: `requestExport(for:)`).
package struct RequestExportRequest: Codable, Hashable, Sendable {
  /// The identifier of the provider; nil for the one that the program is, or belongs to.
  package var provider: String?

  /// Asks for a provider.
  package init(provider: String? = nil) { self.provider = provider }
}

/// The next part of what is handed over, which is the frame's secret part; the last one is answered when the other provider has taken all
/// of it (Apple: `exportCredentials(_:)`).
package struct ExportPartRequest: Codable, Hashable, Sendable {
  /// What the leave was given under.
  package var transfer: String
  /// How many bytes all parts have together, the same in each.
  package var bytes: Int

  /// Names a part.
  package init(transfer: String, bytes: Int) {
    self.transfer = transfer
    self.bytes = bytes
  }
}

/// Asks for the next part of what was handed over to a provider (Apple: `importCredentials(token:)`).
package struct ImportPartRequest: Codable, Hashable, Sendable {
  /// The token that the provider was called with, for the first part; it is spent by that.
  package var token: String?
  /// What the first part was answered with, for all others.
  package var transfer: String?

  /// Asks for the first part.
  package init(token: String) { self.token = token }

  /// Asks for another part.
  package init(transfer: String) { self.transfer = transfer }
}

/// The leave to hand over.
package struct ExportGrant: Codable, Hashable, Sendable {
  /// The version of the format that the other provider takes.
  package var version: String
  /// Under what the parts are sent.
  package var transfer: String
  /// The other provider's name for people; told to the provider that comes with Passfold alone.
  package var provider: String?

  /// Describes a leave.
  package init(version: String, transfer: String, provider: String? = nil) {
    self.version = version
    self.transfer = transfer
    self.provider = provider
  }
}

/// How far the parts of an exchange are; of an import, the part is the frame's secret part.
package struct ExchangeState: Codable, Hashable, Sendable {
  /// Under what the next part is sent or asked for.
  package var transfer: String
  /// How many bytes are still to come.
  package var left: Int

  /// Describes an exchange on its way.
  package init(transfer: String, left: Int) {
    self.transfer = transfer
    self.left = left
  }
}
