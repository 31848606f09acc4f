// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension CollectedClientData {
  /// Verifies serialised client data without reading JSON (WebAuthn L3 §5.8.1.2, "Limited Verification Algorithm").
  ///
  /// For places where a reader is too much; it passes only clients that write exactly the specification's serialisation.
  /// - Parameters:
  ///   - serialized: the client data as the authenticator's signature covers them.
  ///   - type: the kind of ceremony.
  ///   - challenge: the challenge of the options.
  ///   - origin: the serialised origin that called.
  ///   - topOrigin: the serialised origin of the page on top, where the caller is in a cross-origin frame.
  ///   - requireTopOrigin: whether the client must name the page on top, which Level 2 clients do not.
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
      // 11. The page on top.
      expected += Array("true".utf8)
      let member = Array(#","topOrigin":"#.utf8)
      if requireTopOrigin || serialized.dropFirst(expected.count).starts(with: member) { expected += member + quoted(topOrigin) }
    } else {
      // 12. No page on top.
      expected += Array("false".utf8)
    }
    // 13. and 14. The expected bytes are a prefix, and not all.
    guard serialized.starts(with: expected), let next = serialized.dropFirst(expected.count).first else { return false }
    // 15. Then the object ends or other members follow.
    return next == UInt8(ascii: "}") || next == UInt8(ascii: ",")
  }
}
