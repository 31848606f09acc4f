// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodes

/// Returns the code of a set-up URL or bare secret at an instant or for a counter.
func codeOperation(_ test: ConformanceCase) throws(ConformanceCase.Fault) -> ConformanceAnswer {
  let input = try test.text("input")
  let seconds: Double? = try test.optionalNumber("t")
  let counter: UInt64? = try test.optionalNumber("counter")
  do throws(OneTimeCodesError) {
    var parameters = try SetupInput(parsing: input).setup.parameters
    if case .counterBased = parameters.form {
      if let counter {
        parameters = try OneTimeCodeParameters(
          secret: parameters.secret, algorithm: parameters.algorithm, digits: parameters.digits, form: .counterBased(counter: counter))
      }
    } else if seconds == nil {
      return .error("t is missing")
    }
    return .accept(["code": parameters.code(at: Date(timeIntervalSince1970: seconds ?? 0)).text])
  } catch {
    return setUpRefusal(error)
  }
}
