// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The parameters of codes that may be shown: everything but the secret.
package struct CodeScheme: Codable, Hashable, Sendable {
  /// The moving factor of the codes.
  package enum Form: String, Codable, Hashable, Sendable {
    case timeBased = "time"
    case counterBased = "counter"
    case steam
  }

  /// The moving factor of the codes.
  package var form: Form
  /// The hash: "SHA1", "SHA256" or "SHA512".
  package var algorithm: String
  /// The length of a code in characters.
  package var digits: Int
  /// The time for which a code is valid, in seconds; nil for counter-based codes.
  package var period: Int?
  /// The number of the next counter-based code.
  package var counter: UInt64?
  /// The length of the secret in bits.
  package var secretBits: Int

  /// Creates a scheme.
  package init(form: Form, algorithm: String, digits: Int, period: Int? = nil, counter: UInt64? = nil, secretBits: Int) {
    self.form = form
    self.algorithm = algorithm
    self.digits = digits
    self.period = period
    self.counter = counter
    self.secretBits = secretBits
  }
}
