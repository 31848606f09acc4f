// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import SecretMemory
import Testing

@Suite("Card details")
struct CardNumberTests {
  private static func number(_ text: String) -> SharedSecret { SharedSecret(copying: text.utf8) }

  private static func text(_ secret: SharedSecret) -> String { secret.withBytes { String(decoding: $0, as: UTF8.self) } }

  @Test(
    "a number passes its check if the last digit matches the others, however it is grouped",
    arguments: [
      "4111111111111111", "4111 1111 1111 1111", "3782-822463-10005", "5555555555554444", "6011000990139424", "79927398713", "00",
    ])
  func passes(number: String) { #expect(CardNumber.passesCheck(Self.number(number))) }

  @Test(
    "a number fails its check with a wrong digit, with two digits swapped and if it is not a number",
    arguments: ["4111111111111112", "5555555555554445", "5555555555545444", "79927398710", "", " ", "0", "4111 1111 1111 111a", "٤١١١"])
  func fails(number: String) { #expect(!CardNumber.passesCheck(Self.number(number))) }

  @Test("a number is stored as digits only, or as it was typed if it contains other characters")
  func kept() {
    #expect(Self.text(CardNumber.normalized(Self.number(" 4111 1111-1111 1111 "))) == "4111111111111111")
    #expect(Self.text(CardNumber.normalized(Self.number("AB 12-34"))) == "AB 12-34")
    #expect(Self.text(CardNumber.normalized(Self.number("- -"))) == "- -")
    #expect(CardNumber.normalized(Self.number("")).byteCount == 0)
  }

  @Test(
    "the brand follows from the number's prefix, and an unknown prefix has none",
    arguments: [
      ("4111111111111111", CardBrand.visa), ("5555555555554444", .mastercard), ("2221000000000009", .mastercard),
      ("2720999999999996", .mastercard), ("2200000000000004", .mir), ("378282246310005", .americanExpress), ("30569309025904", .dinersClub),
      ("6011000990139424", .discover), ("6500000000000002", .discover), ("3530111333300000", .jcb), ("6200000000000005", .unionPay),
      ("6759649826438453", .maestro), ("9792000000000001", .troy), ("2721000000000004", nil), ("1234", nil), ("411", nil), ("AB12", nil),
    ])
  func brands(number: String, brand: CardBrand?) { #expect(CardBrand(ofNumber: Self.number(number)) == brand) }

  @Test(
    "an expiry month is read in the form used on cards or in the form of a date",
    arguments: [
      ("2029-08", "2029-08"), ("08/29", "2029-08"), ("8/2029", "2029-08"), ("12/99", "2099-12"), ("08 / 29", "2029-08"), ("0 8/29", nil),
      ("13/29", nil), ("00/29", nil),
      ("2029-8", "2029-08"), ("1899-01", nil), ("2200-01", nil), ("08/29/1", nil), ("-08", nil), ("", nil), ("8", nil), ("+8/29", nil),
    ])
  func months(text: String, month: String?) { #expect(CardMonth(text)?.description == month) }

  @Test(
    "a day is accepted only if it exists in the calendar",
    arguments: [
      ("1990-12-31", true), ("2000-02-29", true), ("1900-02-29", false), ("2023-04-31", false), ("1990-1-01", false), ("19901231", false),
      ("0000-01-01", false), ("1990-00-01", false), ("1990-01-00", false), ("", false),
    ])
  func days(text: String, isDay: Bool) { #expect(CalendarDay(text)?.description == (isDay ? text : nil)) }
}
