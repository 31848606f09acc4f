// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
public import Foundation
public import WebAuthnModel

/// The FIDO Alliance's metadata on authenticator models, verified; only verification makes one (MDS3 §3.1.6, §3.2).
public struct MetadataBlob: Sendable {
  /// The most bytes that a blob may have; the Alliance's has several million.
  public static let maximumByteCount = 32 * 1024 * 1024
  /// The host that the Alliance's signing certificate is made out to.
  public static let hostName = "mds.fidoalliance.org"

  /// The serial number, which grows with each publication.
  public let number: Int
  /// The day by which the next publication is promised.
  public let nextUpdate: Date
  /// The entries that could be read.
  public let entries: [MetadataEntry]
  /// How many entries could not be read; their models count as unknown.
  public let unreadableEntryCount: Int

  private let entriesByModel: [AAGUID: [MetadataEntry]]
  private let entriesByIdentifier: [String: [MetadataEntry]]
  private let entriesByKey: [[UInt8]: [MetadataEntry]]

  /// Verifies a blob.
  /// - Parameters:
  ///   - token: the blob as it was fetched, a JSON Web Signature.
  ///   - anchors: the roots that the signing certificate must lead to, such as ``AttestationCertificate/metadataAnchors``.
  ///   - hostName: what the signing certificate must be made out to.
  ///   - lastNumber: the number of the blob that is in use, below which none is taken; nil on the first run.
  ///   - now: the instant at which the certificates must be valid.
  /// - Throws: `malformedMetadata`, `metadataAlgorithm`, `metadataSignature`, `metadataHost`, `metadataRollback`, or a certificate's code.
  public init(
    verifying token: some Sequence<UInt8>, anchors: [AttestationCertificate], hostName: String = MetadataBlob.hostName,
    lastNumber: Int? = nil, now: Date
  ) throws(WebAuthnRelyingPartyError) {
    let bytes = Array(token)
    guard bytes.count <= Self.maximumByteCount else { throw WebAuthnRelyingPartyError(.malformedMetadata, step: "byte count") }

    // MDS3 §3.2, in another order, so that nothing is decoded that no trusted key has signed: the signature, the chain and its host.
    // Departures: x5u is not followed (the Alliance sends x5c), and revocation lists are not asked.
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

    // The number never falls.
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

  /// Whether the next publication is overdue, so that someone may be keeping it back.
  public func isStale(at date: Date) -> Bool { date >= nextUpdate.addingTimeInterval(86_400) }

  /// The entries of a FIDO2 model; one, unless metadata repeat it. None for the zero AAGUID, which names no model.
  public func entries(for aaguid: AAGUID) -> [MetadataEntry] {
    aaguid == .zero ? [] : entriesByModel[aaguid] ?? []
  }

  /// The entries of a UAF model by its AAID, such as `4e4e#4005`.
  public func entries(forAAID aaid: String) -> [MetadataEntry] { entriesByIdentifier[aaid] ?? [] }

  /// The entries of a U2F model by its attestation certificate's key.
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

  /// One maker's mistake must not take away the metadata of all others.
  private struct ReadableEntry: Decodable {
    let entry: MetadataEntry?

    init(from decoder: any Decoder) throws {
      entry = try? MetadataEntry(from: decoder)
    }
  }
}
