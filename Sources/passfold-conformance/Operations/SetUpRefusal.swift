// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import OneTimeCodes

/// Returns the answer for rejected set-up input. The message says where the problem is, and contains no more of the secret than the invalid
/// character.
func setUpRefusal(_ error: OneTimeCodesError) -> ConformanceAnswer {
  let parts = [error.parameter, error.position.map { "character \($0)" }].compactMap { $0 }
  let place = parts.isEmpty ? "the text as a whole" : parts.joined(separator: ", ")
  return error.code == .unsupportedAlgorithm || error.code == .unsupportedEncoding
    ? .unsupported(error.code.description, place) : .reject(error.code.description, place)
}
