// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension CollectedClientData {
  /// Verifies serialised client data without parsing JSON (WebAuthn L3 §5.8.1.2, "Limited Verification Algorithm").
  ///
  /// For environments without a JSON parser. Accepts only clients that write exactly the specification's serialisation.
  ///
  /// - Parameters:
  ///   - serialized: The client data that the authenticator's signature covers.
  ///   - type: The type of ceremony.
  ///   - challenge: The challenge in the options.
  ///   - origin: The caller's serialised origin.
  ///   - topOrigin: The serialised origin of the top-level page, if the caller is in a cross-origin frame.
  ///   - requireTopOrigin: Whether the client must name the top-level page, which Level 2 clients do not.
  public static func isVerified(
    _ serialized: [UInt8], type: CeremonyType, challenge: [UInt8], origin: String, topOrigin: String? = nil, requireTopOrigin: Bool = true
  ) -> Bool {
    // 1. The inputs. 2. to 4. The type.
    var expected = Array(#"{"type":"#.utf8) + quoted(type.rawValue)
    // 5. to 7. The challenge.
    expected += Array(#","challenge":"#.utf8) + quoted(Base64URL(challenge).text)
    // 8. and 9. The origin.
    expected += Array(#","origin":"#.utf8) + quoted(origin)
    // 10. crossOrigin.
    expected += Array(#","crossOrigin":"#.utf8)
    if let topOrigin {
      // 11. The top-level page.
      expected += Array("true".utf8)
      let member = Array(#","topOrigin":"#.utf8)
      if requireTopOrigin || serialized.dropFirst(expected.count).starts(with: member) { expected += member + quoted(topOrigin) }
    } else {
      // 12. No top-level page.
      expected += Array("false".utf8)
    }
    // 13. and 14. The expected bytes are a proper prefix.
    guard serialized.starts(with: expected), let next = serialized.dropFirst(expected.count).first else { return false }
    // 15. The object ends, or other members follow.
    return next == UInt8(ascii: "}") || next == UInt8(ascii: ",")
  }
}
