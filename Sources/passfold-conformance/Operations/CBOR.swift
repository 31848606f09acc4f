// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR

/// Decodes one CBOR item by a profile and encodes it again by the same.
func cborOperation(_ test: ConformanceCase) throws(ConformanceCase.Fault) -> ConformanceAnswer {
  let profiles: [String: (decoder: CBORDecoder, encoder: CBOREncoder)] = [
    // "Any well-formed item": a repeated map key makes an item invalid, not malformed (docs/decisions/0012).
    "rfc8949": (CBORDecoder(profile: .wellFormed), CBOREncoder(profile: .deterministic)),
    "ctap2": (CBORDecoder(profile: .ctap2), CBOREncoder(profile: .ctap2)),
  ]
  guard let profile = profiles[try test.text("profile")] else { return .error("unknown profile") }
  guard let bytes = HexadecimalText.bytes(of: try test.text("hex")) else { return .error("hex is not hexadecimal") }
  do throws(CanonicalCBORError) {
    return .accept(["reencoded": HexadecimalText.text(of: profile.encoder.encode(try profile.decoder.decode(bytes)))])
  } catch {
    return .reject(error.code.description, "at byte \(error.byteOffset)")
  }
}
