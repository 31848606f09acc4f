// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// A Steam Guard seed as password managers write it: `steam://` followed by the Base32 secret, without names or parameters.
enum SteamLink {
  private static let beginning = "steam://"

  /// Whether a text has this scheme.
  static func recognises(_ text: TextPart) -> Bool { text.startsIgnoringCase(with: beginning) }

  /// Reads a link.
  ///
  /// - Throws: The same errors as ``Base32/decode(_:)-(String)``; `notASetupURL` for a command to Steam's own program, such as
  ///   `steam://run/440`.
  static func setup(_ text: TextPart) throws(OneTimeCodesError) -> SetupURL {
    let seed = text.dropFirst(beginning.utf8.count)
    guard !seed.contains(UInt8(ascii: "/")) else { throw OneTimeCodesError(.notASetupURL) }
    let secret = try Base32.decode(PercentDecoder(seed, .percent, parameter: "secret"))
    return SetupURL(
      label: nil, account: "", issuer: nil, parameters: try OneTimeCodeParameters(secret: SharedSecret(secret), form: .steam))
  }
}
