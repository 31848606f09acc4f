// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
public import Foundation
public import WebAuthnModel

/// Verified metadata of the FIDO Alliance on authenticator models (MDS3 §3.1.6, §3.2). Only verification creates a value.
public struct MetadataBlob: Sendable {
  /// The maximum size of a blob, in bytes. The Alliance's has several million.
  public static let maximumByteCount = 32 * 1024 * 1024
  /// The host name that the Alliance's signing certificate is issued for.
  public static let hostName = "mds.fidoalliance.org"

  /// The serial number, which increases with each publication.
  public let number: Int
  /// The day by which the next publication is due.
  public let nextUpdate: Date
  /// The readable entries.
  public let entries: [MetadataEntry]
  /// The number of unreadable entries. Their models count as unknown.
  public let unreadableEntryCount: Int

  private let entriesByModel: [AAGUID: [MetadataEntry]]
  private let entriesByIdentifier: [String: [MetadataEntry]]
  private let entriesByKey: [[UInt8]: [MetadataEntry]]

  /// Verifies a blob.
  ///
  /// - Parameters:
  ///   - token: The blob as fetched, a JSON Web Signature.
  ///   - anchors: The roots that the signing certificate must lead to, such as ``AttestationCertificate/metadataAnchors``.
  ///   - hostName: The host name that the signing certificate must be issued for.
  ///   - lastNumber: The number of the blob in use, below which no blob is accepted; nil on the first run.
  ///   - now: The time at which the certificates must be valid.
  /// - Throws: `malformedMetadata`, `metadataAlgorithm`, `metadataSignature`, `metadataHost`, `metadataRollback`, or a certificate's code.
  public init(
    verifying token: some Sequence<UInt8>, anchors: [AttestationCertificate], hostName: String = MetadataBlob.hostName,
    lastNumber: Int? = nil, now: Date
  ) throws(WebAuthnRelyingPartyError) {
    let bytes = Array(token)
    guard bytes.count <= Self.maximumByteCount else { throw WebAuthnRelyingPartyError(.malformedMetadata, step: "byte count") }

    // MDS3 §3.2, reordered so that only data signed by a trusted key is decoded: the signature, the chain and its host. Departures: x5u is
    // not followed (the Alliance sends x5c), and revocation lists are not checked.
    let signed = try MetadataToken(verifying: bytes)
    try CertificatePath.verify(signed.certificates, anchors: anchors, at: now)
    let hostNames = signed.certificates.first?.extensions.hostNames ?? []
    guard hostNames.contains(where: { $0.lowercased() == hostName.lowercased() }) else {
      throw WebAuthnRelyingPartyError(.metadataHost, step: "RFC 6125 §6.4.1")
    }

    // MDS3 §3.1.6.
    guard let payload = try? JSONDecoder().decode(Payload.self, from: Data(signed.payload)), payload.number >= 0,
      let nextUpdate = CalendarDay(parsing: payload.nextUpdate)
    else { throw WebAuthnRelyingPartyError(.malformedMetadata, step: "MDS3 §3.1.6") }

    // The number must not decrease.
    if let lastNumber, payload.number < lastNumber { throw WebAuthnRelyingPartyError(.metadataRollback, step: "MDS3 §3.2") }

    number = payload.number
    self.nextUpdate = nextUpdate.start
    entries = payload.entries.compactMap(\.entry)
    unreadableEntryCount = payload.entries.count - entries.count
    var byModel: [AAGUID: [MetadataEntry]] = [:]
    var byIdentifier: [String: [MetadataEntry]] = [:]
    var byKey: [[UInt8]: [MetadataEntry]] = [:]
    for entry in entries {
      if let aaguid = entry.aaguid { byModel[aaguid, default: []].append(entry) }
      if let aaid = entry.aaid { byIdentifier[aaid, default: []].append(entry) }
      for identifier in Set(entry.keyIdentifiers) { byKey[identifier, default: []].append(entry) }
    }
    (entriesByModel, entriesByIdentifier, entriesByKey) = (byModel, byIdentifier, byKey)
  }

  /// Returns whether the next publication is overdue, which may mean that it is being withheld.
  public func isStale(at date: Date) -> Bool { date >= nextUpdate.addingTimeInterval(86_400) }

  /// Returns the entries of a FIDO2 model: usually one, more if the metadata repeat it, and none for the zero AAGUID, which names no model.
  public func entries(for aaguid: AAGUID) -> [MetadataEntry] {
    aaguid == .zero ? [] : entriesByModel[aaguid] ?? []
  }

  /// Returns the entries of a UAF model by its AAID, such as `4e4e#4005`.
  public func entries(forAAID aaid: String) -> [MetadataEntry] { entriesByIdentifier[aaid] ?? [] }

  /// Returns the entries of a U2F model by its attestation certificate's key.
  public func entries(forKeyOf certificate: AttestationCertificate) -> [MetadataEntry] {
    // RFC 5280 §4.2.1.2, method 1.
    entriesByKey[Array(Insecure.SHA1.hash(data: certificate.publicKey.bits))] ?? []
  }
}

extension MetadataBlob {
  private struct Payload: Decodable {
    let number: Int
    let nextUpdate: String
    let entries: [ReadableEntry]

    enum CodingKeys: String, CodingKey {
      case nextUpdate, entries
      case number = "no"
    }
  }

  /// One manufacturer's mistake must not make the metadata of all others unavailable.
  private struct ReadableEntry: Decodable {
    let entry: MetadataEntry?

    init(from decoder: any Decoder) throws {
      entry = try? MetadataEntry(from: decoder)
    }
  }
}
