// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftASN1

/// A time as certificates write it (RFC 5280 §4.1.2.5), parsed with the leniency of the basic encoding rules.
enum CertificateTime {
  /// Reads a `UTCTime` or `GeneralizedTime`. Seconds are optional, a fraction is dropped, and an offset may replace `Z`.
  static func date(of node: ASN1Node, place: String) throws(WebAuthnRelyingPartyError) -> Date {
    let yearDigits: Int
    switch node.identifier {
    case .utcTime: yearDigits = 2
    case .generalizedTime: yearDigits = 4
    default: throw WebAuthnRelyingPartyError(.malformedCertificate, step: place)
    }
    guard case .primitive(let bytes) = node.content, bytes.count <= 32, let date = date(of: bytes, yearDigits: yearDigits) else {
      throw WebAuthnRelyingPartyError(.malformedCertificate, step: place)
    }
    return date
  }

  private static func date(of bytes: ArraySlice<UInt8>, yearDigits: Int) -> Date? {
    var rest = bytes
    func number(_ count: Int) -> Int? {
      let digits = rest.prefix(count)
      guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      rest = rest.dropFirst(count)
      return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
    guard var year = number(yearDigits), let month = number(2), let day = number(2), let hour = number(2), let minute = number(2) else {
      return nil
    }
    if yearDigits == 2 { year += year < 50 ? 2000 : 1900 }
    let second = number(2) ?? 0
    if yearDigits == 4, rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
      guard !fraction.isEmpty else { return nil }
      rest = rest.dropFirst(1 + fraction.count)
    }
    var offset = 0
    switch rest.popFirst() {
    case UInt8(ascii: "Z"): break
    case .some(let sign) where sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"):
      guard let hours = number(2), let minutes = number(2), hours < 24, minutes < 60 else { return nil }
      offset = (hours * 60 + minutes) * (sign == UInt8(ascii: "+") ? 60 : -60)
    default: return nil
    }
    guard rest.isEmpty, let day = CalendarDay(year: year, month: month, day: day), hour < 24, minute < 60, second <= 60 else { return nil }
    return day.start.addingTimeInterval(TimeInterval((hour * 60 + minute) * 60 + second - offset))
  }
}
