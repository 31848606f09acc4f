// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

/// The Android key store's description of a key that it created: the extension's `KeyDescription` (Android documentation, "Key
/// attestation").
struct AndroidKeyDescription {
  /// A list of properties that software or hardware enforces for the key; only those that the format uses.
  struct AuthorizationList {
    /// `purpose`; nil if the list does not contain it.
    let purposes: [Int]?
    /// `origin`; nil if the list does not contain it.
    let origin: Int?
    /// `allApplications`.
    let isForAllApplications: Bool
  }

  /// `KM_ORIGIN_GENERATED`.
  static let generated = 0
  /// `KM_PURPOSE_SIGN`.
  static let signing = 2

  let attestationChallenge: [UInt8]
  let softwareEnforced: AuthorizationList
  let hardwareEnforced: AuthorizationList

  /// Reads the extension's value.
  init(parsing value: [UInt8]) throws(WebAuthnRelyingPartyError) {
    var members = try ASN1Members(parsing: value, place: "WebAuthn L3 §8.4.1")
    // attestationVersion, attestationSecurityLevel, keymasterVersion, keymasterSecurityLevel.
    _ = try members.member(.integer)
    _ = try members.member(.enumerated)
    _ = try members.member(.integer)
    _ = try members.member(.enumerated)
    attestationChallenge = try members.bytes(.octetString)
    // uniqueId.
    _ = try members.bytes(.octetString)
    softwareEnforced = try Self.list(members.members())
    hardwareEnforced = try Self.list(members.members())
    try members.finish()
  }

  private static func list(_ members: ASN1Members) throws(WebAuthnRelyingPartyError) -> AuthorizationList {
    var members = members
    var purposes: [Int]?
    var origin: Int?
    var isForAllApplications = false
    while let tag = members.nextTag {
      switch tag {
      case .context(1):
        var tagged = try members.members(.context(1))
        var set = try tagged.members(.set)
        var numbers: [Int] = []
        while !set.isAtEnd { numbers.append(try set.smallInteger()) }
        try tagged.finish()
        purposes = (purposes ?? []) + numbers
      case .context(600):
        _ = try members.any()
        isForAllApplications = true
      case .context(702):
        var tagged = try members.members(.context(702))
        origin = try tagged.smallInteger()
        try tagged.finish()
      default:
        _ = try members.any()
      }
    }
    return AuthorizationList(purposes: purposes, origin: origin, isForAllApplications: isForAllApplications)
  }
}
