// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import OneTimeCodes

/// What codes of an account were made from until something else took its place.
package struct RetiredParameters: Sendable {
  /// The secret with the rules for making codes from it.
  package let parameters: OneTimeCodeParameters
  /// Until when, to the millisecond.
  package let retired: Date

  /// Dates a retirement.
  package init(parameters: OneTimeCodeParameters, retired: Date) {
    self.parameters = parameters
    self.retired = retired
  }
}
