// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import Foundation
import OneTimeCodes

extension PresentableRow.LiveCode {
  /// Creates the code of an instant of the system's clock, or the one after it, with its end by the system's clock; nil for counter-based
  /// codes.
  init?(_ parameters: OneTimeCodeParameters, at instant: Date, clock: CodeClock, next: Bool = false) {
    guard let period = parameters.period else { return nil }
    let compensation = clock.compensation
    let window = parameters.codes(around: instant + compensation)
    guard let code = next ? window.next : window.current else { return nil }
    self.init(text: code.text, validUntil: code.validUntil - compensation, period: period)
  }
}
