// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR

/// One CBOR item, read by a profile and written back by the same.
func cborOperation(_ test: ConformanceCase) throws(ConformanceCase.Fault) -> ConformanceAnswer {
  let profiles: [String: (decoder: CBORDecoder, encoder: CBOREncoder)] = [
    // "Any well-formed item": a repeated map key is against validity, not against form (docs/decisions/0012).
    "rfc8949": (CBORDecoder(profile: .wellFormed), CBOREncoder(profile: .deterministic)),
    "ctap2": (CBORDecoder(profile: .ctap2), CBOREncoder(profile: .ctap2)),
  ]
  guard let profile = profiles[try test.text("profile")] else { return .error("unknown profile") }
  guard let bytes = bytes(ofHex: try test.text("hex")) else { return .error("hex is not hexadecimal") }
  do throws(CanonicalCBORError) {
    return .accept(["reencoded": hex(of: profile.encoder.encode(try profile.decoder.decode(bytes)))])
  } catch {
    return .reject(error.code.description, "at byte \(error.byteOffset)")
  }
}

private func bytes(ofHex text: String) -> [UInt8]? {
  let digits = text.compactMap(\.hexDigitValue)
  guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

private func hex(of bytes: [UInt8]) -> String {
  bytes.map { String($0 >> 4, radix: 16) + String($0 & 0xf, radix: 16) }.joined()
}
