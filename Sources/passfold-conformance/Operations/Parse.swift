// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodes
import SecretMemory

/// Parses a set-up URL or bare secret, and writes the URL again.
func parseOperation(_ test: ConformanceCase) throws(ConformanceCase.Fault) -> ConformanceAnswer {
  let input = try test.text("input")
  do throws(OneTimeCodesError) {
    let link = try SetupInput(parsing: input).setup
    var fields = parameterFields(link.parameters)
    fields["issuer"] = link.issuer ?? link.label ?? NSNull()
    fields["label"] = link.label ?? NSNull()
    fields["account"] = link.account
    fields["url"] = text(of: try link.formatted())
    if let period = link.parameters.period { fields["period"] = period.components.seconds }
    return .accept(["fields": fields])
  } catch {
    return setUpRefusal(error)
  }
}

/// Returns the parameters that determine a code, as members of an answer.
func parameterFields(_ parameters: OneTimeCodeParameters) -> [String: Any] {
  var fields: [String: Any] = [
    "secret": parameters.secret.withBytes { text(of: Base32.encode($0)) }, "algorithm": parameters.algorithm.rawValue,
    "digits": parameters.digits,
  ]
  switch parameters.form {
  case .timeBased: fields["type"] = "totp"
  case .counterBased(let counter): (fields["type"], fields["counter"]) = ("hotp", counter)
  case .steam: fields["type"] = "steam"
  }
  return fields
}

/// Returns a vector's secret as text; vectors are public.
private func text(of secret: consuming SecretBytes) -> String {
  secret.withBytes { String(decoding: $0, as: UTF8.self) }
}
