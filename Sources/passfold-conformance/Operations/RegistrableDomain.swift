// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import WebDomains

/// Returns the registrable domain of a host, null if it has none.
func registrableDomainOperation(_ test: ConformanceCase) throws(ConformanceCase.Fault) -> ConformanceAnswer {
  let host = try test.text("host")
  do throws(WebDomainsError) {
    return .accept(["domain": RegistrableDomain(of: try WebHost(parsing: host))?.name ?? NSNull()])
  } catch {
    return .reject(error.code.description, "host")
  }
}
