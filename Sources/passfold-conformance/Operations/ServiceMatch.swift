// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebDomains

/// Returns how well a record's service identifier matches a request.
func serviceMatchOperation(_ test: ConformanceCase) throws(ConformanceCase.Fault) -> ConformanceAnswer {
  let stored = try test.text("stored")
  guard let rank = ServiceMatching.rank(stored: stored, requested: try test.texts("requested")) else {
    return .reject("noMatch", "\(stored) answers none of the requested services")
  }
  return .accept(["rank": rank])
}
