// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Guesses from a field's name whether its value is secret.
enum SecretNames {
  private static let words = [
    "pass", "pwd", "pin", "secret", "key", "cvv", "cvc", "code", "token", "answer", "ssn", "number", "iban", "kennwort", "phrase",
    "verification",
  ]

  static func isSecret(_ name: String) -> Bool {
    let name = name.lowercased()
    return !name.contains("public") && words.contains { name.contains($0) }
  }
}
