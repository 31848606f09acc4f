// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import OneTimeCodes

/// The parameters of an account's codes until they were replaced.
package struct RetiredParameters: Sendable {
  /// The secret with the parameters for generating codes.
  package let parameters: OneTimeCodeParameters
  /// The time at which they were replaced, with millisecond precision.
  package let retired: Date

  /// Creates retired parameters.
  package init(parameters: OneTimeCodeParameters, retired: Date) {
    self.parameters = parameters
    self.retired = retired
  }
}
