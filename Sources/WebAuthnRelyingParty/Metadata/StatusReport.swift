// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import WebAuthnModel

/// One status of a model, with its start date and its scope (MDS3 §3.1.3).
public struct StatusReport: Hashable, Sendable {
  /// The certificate that a status is limited to.
  enum Scope: Hashable {
    case model
    case batch(AttestationCertificate)
  }

  /// The status of the model, such as a certification or a compromise (MDS3 §3.1.4).
  public let status: AuthenticatorStatus
  /// The date from which the status applies; nil if it applies as long as the report exists.
  public let effectiveDate: Date?
  /// The first firmware version that the status applies to, if given. Ceremonies do not reveal the firmware version.
  public let authenticatorVersion: UInt64?
  /// An address with more information.
  public let address: String?
  let scope: Scope

  /// Returns whether the status applies at a given time.
  public func isEffective(at date: Date) -> Bool { effectiveDate.map { $0 <= date } ?? true }

  /// Returns whether the status applies to these certificates: always, if it is not limited to a certificate.
  func concerns(_ certificates: [AttestationCertificate]) -> Bool {
    switch scope {
    case .model: true
    // Compares keys, so that a new certificate for a leaked key is also covered.
    case .batch(let compromised): certificates.contains { $0.publicKey.encoded == compromised.publicKey.encoded }
    }
  }
}

extension StatusReport: Decodable {
  private enum CodingKeys: String, CodingKey {
    case status, effectiveDate, authenticatorVersion, certificate
    case address = "url"
  }

  /// Reads a report. An unreadable certificate does not limit the status, which then applies to the whole model.
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
  /// Reads a certificate from base64 as metadata contain it, ignoring white space around and within it; nil if it is invalid.
  init?(metadata text: String) {
    guard text.utf8.count <= Self.maximumByteCount * 2, let bytes = Data(base64Encoded: text, options: .ignoreUnknownCharacters),
      let certificate = try? AttestationCertificate(der: bytes)
    else { return nil }
    self = certificate
  }
}
