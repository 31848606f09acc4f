// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import WebDomains

/// The registrable domain of a host, null where it has none.
func registrableDomainOperation(_ test: ConformanceCase) throws(ConformanceCase.Fault) -> ConformanceAnswer {
  let host = try test.text("host")
  do throws(WebDomainsError) {
    return .accept(["domain": RegistrableDomain(of: try WebHost(parsing: host))?.name ?? NSNull()])
  } catch {
    return .reject(error.code.description, "host")
  }
}
