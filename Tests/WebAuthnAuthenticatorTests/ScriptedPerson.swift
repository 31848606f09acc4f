// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import Foundation
import WebAuthnAuthenticator
import WebAuthnModel
import WebDomains

/// A user who does what a test prescribes and records what was asked.
final class ScriptedPerson: AuthorizationGestureCollector {
  var canVerifyUser = true
  var gesture = AuthorizationGesture(userPresent: true, userVerified: true)
  /// The index of the chosen candidate, or nil for the newest.
  var choice: Int? = 0
  private(set) var asked: [String] = []
  private(set) var offered: [CredentialID] = []

  func gesture(forMaking request: MakeCredentialRequest, isExcluded: Bool) -> AuthorizationGesture {
    asked.append(isExcluded ? "tell" : "make")
    return gesture
  }

  func gesture(
    forUsing candidates: [PublicKeyCredentialSource], _ request: GetAssertionRequest
  ) -> (selected: PublicKeyCredentialSource, gesture: AuthorizationGesture)? {
    asked.append("use")
    offered = candidates.map(\.id)
    guard let choice, candidates.indices.contains(choice) else { return nil }
    return (candidates[choice], gesture)
  }

  func gestureForReset() -> AuthorizationGesture {
    asked.append("reset")
    return gesture
  }
}

/// Returns the bytes of a script, one per draw, and generated numbers afterwards.
struct ScriptedGenerator: RandomNumberGenerator {
  var script: ArraySlice<UInt8>
  private var count: UInt64 = 0

  init(_ script: [UInt8] = []) {
    self.script = script[...]
  }

  mutating func next() -> UInt64 {
    if let byte = script.popFirst() { return UInt64(byte) }
    // SplitMix64: any sequence that does not repeat is suitable.
    count &+= 0x9e37_79b9_7f4a_7c15
    var mixed = count
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}

func bytes(hex: String) -> [UInt8] {
  let digits = hex.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

func hex(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

func vectors<Content: Decodable>(_ name: String) throws -> Content {
  let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Vectors/webauthn/\(name).json")
  return try JSONDecoder().decode(Content.self, from: Data(contentsOf: file))
}
