// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import OneTimeCodes

/// The moving factor of codes as a field's value.
enum CodeFormValue {
  static func encode(_ form: OneTimeCodeParameters.Form) -> CBORValue {
    switch form {
    case .timeBased(let period): .array([.unsigned(0), .unsigned(UInt64(clamping: period.components.seconds))])
    case .counterBased(let counter): .array([.unsigned(1), .unsigned(counter)])
    case .steam: .array([.unsigned(2)])
    }
  }

  /// Returns the form; nil for a value of a newer version.
  static func decode(_ value: CBORValue) -> OneTimeCodeParameters.Form? {
    guard case .array(let parts) = value else { return nil }
    switch (parts.first, parts.count > 1 ? parts[1] : nil, parts.count) {
    case (.unsigned(0), .unsigned(let seconds), 2): return .timeBased(period: .seconds(Int64(clamping: seconds)))
    case (.unsigned(1), .unsigned(let counter), 2): return .counterBased(counter: counter)
    case (.unsigned(2), nil, 1): return .steam
    default: return nil
    }
  }
}
