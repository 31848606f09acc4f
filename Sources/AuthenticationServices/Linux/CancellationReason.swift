// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The reason code that a provider may add to the error with which it cancels.
package enum CancellationReason {
  /// The `userInfo` key of the code.
  package static let key = "PassfoldCancellationReason"

  /// Reads the code: up to 64 ASCII letters, digits, dots and hyphens. Anything else is not a code and could contain personal data.
  package static func reason(in error: NSError) -> String? {
    guard let text = error.userInfo[key] as? String, (1...64).contains(text.utf8.count) else { return nil }
    let isCode = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "."), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    return isCode ? text : nil
  }
}
