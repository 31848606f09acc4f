// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import WebAuthnModel

/// One status of a model, since when, and what it is limited to (MDS3 §3.1.3).
public struct StatusReport: Hashable, Sendable {
  /// What certificate a status is limited to.
  enum Scope: Hashable {
    case model
    case batch(AttestationCertificate)
  }

  /// What became known of the model, such as a certification or a compromise (MDS3 §3.1.4).
  public let status: AuthenticatorStatus
  /// Since when; nil for as long as the report is there.
  public let effectiveDate: Date?
  /// The firmware from which on the status holds, where the report says it; ceremonies don't tell the firmware.
  public let authenticatorVersion: UInt64?
  /// Where there is more to read.
  public let address: String?
  let scope: Scope

  /// Whether the status holds at an instant.
  public func isEffective(at date: Date) -> Bool { effectiveDate.map { $0 <= date } ?? true }

  /// Whether the status, if it is limited to a certificate, concerns any of these.
  func concerns(_ certificates: [AttestationCertificate]) -> Bool {
    switch scope {
    case .model: true
    // By key, so that a certificate made anew over a leaked key is no way out.
    case .batch(let compromised): certificates.contains { $0.publicKey.encoded == compromised.publicKey.encoded }
    }
  }
}

extension StatusReport: Decodable {
  private enum CodingKeys: String, CodingKey {
    case status, effectiveDate, authenticatorVersion, certificate
    case address = "url"
  }

  /// Reads a report; a certificate that can't be read limits nothing, so the status is the whole model's.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    status = AuthenticatorStatus(rawValue: try container.decode(String.self, forKey: .status))
    effectiveDate = try container.decodeIfPresent(String.self, forKey: .effectiveDate).map { text in
      guard let day = CalendarDay(parsing: text) else {
        throw DecodingError.dataCorruptedError(forKey: .effectiveDate, in: container, debugDescription: "not a day")
      }
      return day.start
    }
    authenticatorVersion = try container.decodeIfPresent(UInt64.self, forKey: .authenticatorVersion)
    address = try container.decodeIfPresent(String.self, forKey: .address)
    let certificate = try container.decodeIfPresent(String.self, forKey: .certificate).flatMap(AttestationCertificate.init(metadata:))
    scope = certificate.map(Scope.batch) ?? .model
  }
}

extension AttestationCertificate {
  /// Reads a certificate from base64 as metadata carry it, with white space at its ends and within; nil when it is none.
  init?(metadata text: String) {
    guard text.utf8.count <= Self.maximumByteCount * 2, let bytes = Data(base64Encoded: text, options: .ignoreUnknownCharacters),
      let certificate = try? AttestationCertificate(der: bytes)
    else { return nil }
    self = certificate
  }
}
