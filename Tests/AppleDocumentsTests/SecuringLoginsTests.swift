// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodes
import Testing

@Suite("Securing logins with iCloud Keychain verification codes")
struct SecuringLoginsTests {
  /// The URL that the page prints on two lines.
  static let printed = """
    apple-otpauth://totp/Example:meichen3@icloud.com?\
    secret=HAZDGMBWGE4DOMZYGEYTOMJTG43TMOJRGE4DANJQGE3DGOBRGI4T00JZGEYTNJT\
    GIYTEMJRHEZDA&digits=6&period=30&issuer=example.com
    """

  /// The same URL with each zero, which is not in the Base32 alphabet, replaced by a letter.
  static let repaired = printed.replacing("4T00JZ", with: "4TOOJZ")

  @Test("the printed URL is refused, because its secret is not Base32")
  func asPrinted() {
    #expect(throws: OneTimeCodesError.self) { try SetupURL(parsing: Self.printed) }
  }

  @Test("the corrected URL has the label, account, issuer, six digits and thirty seconds")
  func repaired() throws {
    let link = try SetupURL(parsing: Self.repaired)
    #expect(link.label == "Example")
    #expect(link.account == "meichen3@icloud.com")
    #expect(link.issuer == "example.com")
    #expect(link.parameters.digits == 6)
    #expect(link.parameters.period == .seconds(30))
  }
}
