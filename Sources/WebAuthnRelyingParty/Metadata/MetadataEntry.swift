// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import WebAuthnModel

/// The metadata of one authenticator model (MDS3 §3.1.1, FIDO Metadata Statement §4).
public struct MetadataEntry: Hashable, Sendable {
  /// The model's AAGUID, if it supports FIDO2.
  public let aaguid: AAGUID?
  /// The model's AAID, if it supports UAF.
  public let aaid: String?
  /// The identifiers of its attestation keys, 20 bytes each, if the model supports U2F (RFC 5280 §4.2.1.2, method 1).
  public let keyIdentifiers: [[UInt8]]
  /// The model's display name.
  public let description: String
  /// The roots, authorities or attestation certificates that its attestations lead to.
  public let anchors: [AttestationCertificate]
  /// The types of attestation that it creates, such as `basic_full`.
  public let attestationTypes: [String]
  /// Its status reports, in the order of the metadata.
  public let statusReports: [StatusReport]
}

extension MetadataEntry: Decodable {
  private enum EntryKeys: String, CodingKey {
    case aaguid, aaid, attestationCertificateKeyIdentifiers, metadataStatement, statusReports
  }

  private enum StatementKeys: String, CodingKey {
    case description, attestationRootCertificates, attestationTypes
  }

  /// Reads an entry. Unreadable certificates are left out; any other error makes the entry unreadable.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: EntryKeys.self)
    aaguid = try container.decodeIfPresent(String.self, forKey: .aaguid).map { text in
      guard let aaguid = AAGUID(parsing: text) else {
        throw DecodingError.dataCorruptedError(forKey: .aaguid, in: container, debugDescription: "not a UUID")
      }
      return aaguid
    }
    aaid = try container.decodeIfPresent(String.self, forKey: .aaid)
    let identifiers = try container.decodeIfPresent([String].self, forKey: .attestationCertificateKeyIdentifiers) ?? []
    keyIdentifiers = try identifiers.map { text in
      let digits = text.compactMap(\.hexDigitValue)
      guard text.utf8.count == 40, digits.count == 40 else {
        throw DecodingError.dataCorruptedError(
          forKey: .attestationCertificateKeyIdentifiers, in: container, debugDescription: "not a key identifier")
      }
      return stride(from: 0, to: 40, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
    statusReports = try container.decode([StatusReport].self, forKey: .statusReports)
    if container.contains(.metadataStatement) {
      let statement = try container.nestedContainer(keyedBy: StatementKeys.self, forKey: .metadataStatement)
      description = try statement.decodeIfPresent(String.self, forKey: .description) ?? ""
      attestationTypes = try statement.decodeIfPresent([String].self, forKey: .attestationTypes) ?? []
      anchors = try (statement.decodeIfPresent([String].self, forKey: .attestationRootCertificates) ?? []).compactMap(
        AttestationCertificate.init(metadata:))
    } else {
      (description, attestationTypes, anchors) = ("", [], [])
    }
  }
}
