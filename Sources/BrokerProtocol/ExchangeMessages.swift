// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The limits of one exchange between two providers.
package enum ExchangeBounds {
  /// The version of the format in use, as `SupportedCredentialExchangeVersions` names it.
  package static let version = "1.0"
  /// The maximum number of bytes of the data: 96 MiB.
  package static let byteCount = 96 << 20
  /// The maximum number of items in the data.
  package static let itemCount = 100_000
  /// The maximum number of bytes of one item, and of everything around the items: 16 MiB.
  package static let pieceByteCount = 16 << 20
  /// The maximum number of bytes of one part, which is a frame's secret part: 64 KiB.
  package static let partByteCount = 64 << 10
}

/// A request, made by the user, that a provider export its credentials.
package struct StartExchangeRequest: Codable, Hashable, Sendable {
  /// The identifier of the exporting provider.
  package var from: String
  /// The identifier of the importing provider; nil if the user picks it.
  package var to: String?
  /// Whether the importing provider only shows what it would import and stores nothing; only the provider that comes with Passfold supports
  /// this.
  package var preview: Bool?

  /// Creates a request for the two providers.
  package init(from: String, to: String? = nil, preview: Bool? = nil) {
    self.from = from
    self.to = to
    self.preview = preview
  }
}

/// A request for the user's permission to export a provider's credentials (Apple: `requestExport(for:)`).
package struct RequestExportRequest: Codable, Hashable, Sendable {
  /// The provider's identifier; nil for the provider that the program is or belongs to.
  package var provider: String?

  /// Creates a request for a provider.
  package init(provider: String? = nil) { self.provider = provider }
}

/// The next part of an export, which is the frame's secret part. The last part is answered when the other provider has received everything
/// (Apple: `exportCredentials(_:)`).
package struct ExportPartRequest: Codable, Hashable, Sendable {
  /// The identifier of the transfer, from the permission.
  package var transfer: String
  /// The number of bytes of all parts together, the same in each part.
  package var bytes: Int

  /// Creates a part's request.
  package init(transfer: String, bytes: Int) {
    self.transfer = transfer
    self.bytes = bytes
  }
}

/// A request of the importing provider for the next part (Apple: `importCredentials(token:)`).
package struct ImportPartRequest: Codable, Hashable, Sendable {
  /// The token from the call to the provider, for the first part, which spends it.
  package var token: String?
  /// The identifier of the transfer from the answer to the first part, for all other parts.
  package var transfer: String?

  /// Creates a request for the first part.
  package init(token: String) { self.token = token }

  /// Creates a request for another part.
  package init(transfer: String) { self.transfer = transfer }
}

/// The permission to export.
package struct ExportGrant: Codable, Hashable, Sendable {
  /// The version of the format that the other provider accepts.
  package var version: String
  /// The identifier of the transfer, under which the parts are sent.
  package var transfer: String
  /// The other provider's display name; sent only to the provider that comes with Passfold.
  package var provider: String?

  /// Creates a permission.
  package init(version: String, transfer: String, provider: String? = nil) {
    self.version = version
    self.transfer = transfer
    self.provider = provider
  }
}

/// The progress of an exchange's parts; for an import, the part is the frame's secret part.
package struct ExchangeState: Codable, Hashable, Sendable {
  /// The identifier of the transfer, for the next part.
  package var transfer: String
  /// The number of bytes still to come.
  package var left: Int

  /// Creates the state of an exchange.
  package init(transfer: String, left: Int) {
    self.transfer = transfer
    self.left = left
  }
}
