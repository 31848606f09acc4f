// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// How codes are made, as far as a person may see: everything but the secret.
package struct CodeScheme: Codable, Hashable, Sendable {
  /// What moves on from code to code.
  package enum Form: String, Codable, Hashable, Sendable {
    case timeBased = "time"
    case counterBased = "counter"
    case steam
  }

  /// What moves on from code to code.
  package var form: Form
  /// The hash: "SHA1", "SHA256" or "SHA512".
  package var algorithm: String
  /// The length of a code in characters.
  package var digits: Int
  /// How long a code is good, in seconds; nil for counter-based codes.
  package var period: Int?
  /// The number of the next counter-based code.
  package var counter: UInt64?
  /// The length of the secret in bits.
  package var secretBits: Int

  /// Describes how codes are made.
  package init(form: Form, algorithm: String, digits: Int, period: Int? = nil, counter: UInt64? = nil, secretBits: Int) {
    self.form = form
    self.algorithm = algorithm
    self.digits = digits
    self.period = period
    self.counter = counter
    self.secretBits = secretBits
  }
}
