// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebDomains

/// Returns whether an origin may act for a relying party.
func relyingPartyIDOperation(_ test: ConformanceCase) throws(ConformanceCase.Fault) -> ConformanceAnswer {
  let origin = try test.text("origin")
  let name = try test.text("rpId")
  do throws(WebDomainsError) {
    try RelyingPartyID(name).check(against: try Origin(parsing: origin))
    return .accept()
  } catch {
    return .reject(error.code.description, "\(name) for \(origin)")
  }
}
