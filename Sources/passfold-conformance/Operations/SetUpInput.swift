// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import OneTimeCodes
import SecretMemory

extension SetupURL {
  /// Reads a set-up URL, or a bare Base32 secret with the usual parameters: what holds no colon is no URL.
  init(conformanceInput text: String) throws(OneTimeCodesError) {
    if text.contains(":") {
      self = try SetupURL(parsing: text)
    } else {
      let parameters = try OneTimeCodeParameters(secret: SharedSecret(try Base32.decode(text)))
      self.init(label: nil, account: "", issuer: nil, parameters: parameters)
    }
  }
}

/// A refusal of set-up input; the message says where, and never more of the secret than the character that does not belong.
func setUpRefusal(_ error: OneTimeCodesError) -> ConformanceAnswer {
  let place = [error.parameter, error.position.map { "character \($0)" }].compactMap { $0 }.joined(separator: ", ")
  return error.code == .unsupportedAlgorithm
    ? .unsupported(error.code.description, place) : .reject(error.code.description, place)
}
