// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FuzzDriver
import WebAuthnRelyingParty

/// A foreign certificate is read completely or refused, and leads only to the certificate that signed it.
@main enum FuzzCertificate {
  static func main() {
    FuzzDriver.run { data, count in
      let input = Array(UnsafeBufferPointer(start: data, count: count))
      FuzzCertificate.check(input)
      return 0
    }
  }

  private static func check(_ input: [UInt8]) {
    guard let certificate = try? AttestationCertificate(der: input) else { return }
    // The planted fault: treats a certificate that ends between 2030 and 2060 as wrong.
    if FuzzDriver.plantsFault, (1_893_456_000..<2_840_140_800).contains(certificate.notAfter.timeIntervalSince1970) {
      fatalError("fuzzing: planted")
    }
    FuzzDriver.require(certificate.der == input, "a certificate keeps its bytes")
    FuzzDriver.require((try? AttestationCertificate(der: certificate.der)) == certificate, "a certificate reads back")
    FuzzDriver.require((try? AttestationCertificate(der: input + [0])) == nil, "a certificate is read to its end")
    FuzzDriver.require((try? AttestationCertificate(der: input.dropLast())) == nil, "a certificate is not read short")

    // It is valid on its own when pinned, or refused, and a modified certificate never leads to the original.
    let date = certificate.notBefore
    let reached = try? CertificatePath.verify([certificate], anchors: [certificate], at: date)
    FuzzDriver.require(reached == nil || reached == certificate, "a path ends at its anchor")
    FuzzDriver.require((try? CertificatePath.verify([certificate], anchors: [], at: date)) == nil, "no anchors, no trust")
    FuzzDriver.require(
      (try? CertificatePath.verify([certificate], anchors: [certificate], at: certificate.notAfter + 1)) == nil,
      "no certificate outlives itself")
  }
}
