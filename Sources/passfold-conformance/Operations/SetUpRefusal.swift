// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import OneTimeCodes

/// A refusal of set-up input; the message says where, and never more of the secret than the character that does not belong.
func setUpRefusal(_ error: OneTimeCodesError) -> ConformanceAnswer {
  let parts = [error.parameter, error.position.map { "character \($0)" }].compactMap { $0 }
  let place = parts.isEmpty ? "the text as a whole" : parts.joined(separator: ", ")
  return error.code == .unsupportedAlgorithm || error.code == .unsupportedEncoding
    ? .unsupported(error.code.description, place) : .reject(error.code.description, place)
}
