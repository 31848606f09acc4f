// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodes
import SecretMemory

/// A set-up URL's or bare secret's meaning, and the URL written back.
func parseOperation(_ test: ConformanceCase) throws(ConformanceCase.Fault) -> ConformanceAnswer {
  let input = try test.text("input")
  do throws(OneTimeCodesError) {
    let link = try SetupInput(parsing: input).setup
    let parameters = link.parameters
    var fields: [String: Any] = [
      "secret": parameters.secret.withBytes { text(of: Base32.encode($0)) },
      "issuer": jsonText(link.issuer ?? link.label), "label": jsonText(link.label), "account": link.account,
      "algorithm": parameters.algorithm.rawValue, "digits": parameters.digits, "url": text(of: try link.formatted()),
    ]
    switch parameters.form {
    case .timeBased: fields["type"] = "totp"
    case .counterBased(let counter): (fields["type"], fields["counter"]) = ("hotp", counter)
    case .steam: fields["type"] = "steam"
    }
    if let period = parameters.period { fields["period"] = period.components.seconds }
    return .accept(["fields": fields])
  } catch {
    return setUpRefusal(error)
  }
}

private func jsonText(_ text: String?) -> Any { text ?? NSNull() }

/// A vector's secret as text; vectors are public.
private func text(of secret: consuming SecretBytes) -> String {
  secret.withBytes { String(decoding: $0, as: UTF8.self) }
}
