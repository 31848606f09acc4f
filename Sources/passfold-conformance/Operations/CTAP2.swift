// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnAuthenticator

/// Answers a CTAP2 command with the credentials of the run.
func ctap2Operation(_ test: ConformanceCase, with authenticator: inout SoftwareAuthenticator) throws(ConformanceCase.Fault)
  -> ConformanceAnswer
{
  guard let command = HexadecimalText.bytes(of: try test.text("data")) else { return .error("data is not hexadecimal") }
  return .accept(["data": HexadecimalText.text(of: authenticator.answer(to: command, asking: try test.person))])
}
