// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import SecretMemory

/// Finds the period of a typed code in constant time: timing reveals neither whether nor where it was found.
struct OneTimeCodeMatcher: Sendable {
  struct Match: Equatable { let step, offset: Int64 }

  let tolerance: OneTimeCodeTolerance
  /// Called on every evaluation; tests use it to count guesses.
  let didEvaluate: (@Sendable () -> Void)?

  /// Returns the digits of a typed code, or `nil` if the text cannot be a code of these parameters.
  ///
  /// Spaces are allowed anywhere. Digits of other scripts are rejected, because they may not represent the code that they look like.
  static func digits(_ typed: String, of parameters: OneTimeCodeParameters) -> [UInt8]? {
    guard typed.utf8.count <= 64 else { return nil }
    let digits = typed.utf8.filter { $0 != UInt8(ascii: " ") }
    guard digits.count == parameters.digits, digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
    return digits
  }

  /// Returns the latest period in the window that has this code.
  ///
  /// Always computes and compares the periods of the widest window that drift can produce, whatever the drift and wherever the code is
  /// found. A mask then selects the accepted periods. The loop never exits early.
  func match(_ digits: [UInt8], _ parameters: OneTimeCodeParameters, drift: OneTimeCodeDrift, at now: Date) -> Match? {
    didEvaluate?()
    let accepted = drift.offsets(tolerating: tolerance)
    let reach = tolerance.learnsDrift ? OneTimeCodeDrift.maximumSteps : 0
    let current = Int64(clamping: parameters.step(at: now))
    var found: Int64 = 0
    var foundOffset: Int64 = 0
    var isFound: Int64 = 0
    for offset in Int64(-reach - tolerance.stepsBehind)...Int64(reach + tolerance.stepsAhead) {
      let step = current &+ offset
      let code = Array(parameters.text(forStep: UInt64(bitPattern: step)).utf8)
      let isEqual: Int64 = constantTimeEquals(digits, code) ? 1 : 0
      let counts: Int64 = accepted.contains(Int(offset)) && step >= 0 ? 1 : 0
      let mask = 0 &- (isEqual & counts)
      found = (found & ~mask) | (step & mask)
      foundOffset = (foundOffset & ~mask) | (offset & mask)
      isFound |= isEqual & counts
    }
    return isFound == 1 ? Match(step: found, offset: foundOffset) : nil
  }
}
