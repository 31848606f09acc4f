// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import OneTimeCodes
import SecretMemory
import Testing

@Suite("RFC 6238 §4: the codes around an instant")
struct CodeWindowTests {
  @Test("the previous and the next code are those of the neighbouring periods")
  func neighbours() throws {
    let parameters = try OneTimeCodeParameters(secret: Vectors.rfcSecret, form: .timeBased(period: .seconds(60)))
    let instant = Date(timeIntervalSince1970: 1_000_000_019)
    let window = parameters.codes(around: instant)
    #expect(window.current.text == parameters.code(at: instant).text)
    #expect(window.previous?.text == parameters.code(at: instant.addingTimeInterval(-60)).text)
    #expect(window.next?.text == parameters.code(at: instant.addingTimeInterval(60)).text)
    #expect(window.previous?.validUntil == window.current.validFrom && window.next?.validFrom == window.current.validUntil)
  }

  @Test("the remaining time decreases from the whole period to zero with fractions of a second")
  func remaining() throws {
    let parameters = try OneTimeCodeParameters(secret: Vectors.rfcSecret)
    let window = parameters.codes(around: Date(timeIntervalSince1970: 59))
    #expect(window.remaining(at: Date(timeIntervalSince1970: 30)) == .seconds(30))
    #expect(window.remaining(at: Date(timeIntervalSince1970: 59)) == .seconds(1))
    #expect(window.remaining(at: Date(timeIntervalSince1970: 59.75)) == .milliseconds(250))
    for over in [60.0, 61, 1e12] { #expect(window.remaining(at: Date(timeIntervalSince1970: over)) == .zero) }
  }

  @Test("there is no code before the first period, and time before 1970 counts as 1970")
  func beginning() throws {
    let window = try OneTimeCodeParameters(secret: Vectors.rfcSecret).codes(around: Date(timeIntervalSince1970: -1))
    #expect(window.previous == nil && window.next != nil)
    #expect(window.current.validFrom == Date(timeIntervalSince1970: 0))
  }

  @Test("a counter has neighbours but no time; 0 has no previous code and the maximum no next one")
  func counters() throws {
    let codes = try [UInt64(0), 1, 2].map { try OneTimeCodeParameters(secret: Vectors.rfcSecret, form: .counterBased(counter: $0)) }
    let instant = Date(timeIntervalSince1970: 0)
    let window = codes[1].codes(around: instant)
    #expect([window.previous?.text, window.current.text, window.next?.text] == ["755224", "287082", "359152"])
    #expect(window.remaining(at: instant) == nil)
    #expect(codes[0].codes(around: instant).previous == nil)
    let last = try OneTimeCodeParameters(secret: Vectors.rfcSecret, form: .counterBased(counter: .max))
    #expect(last.codes(around: instant).next == nil && last.codes(around: instant).previous != nil)
  }

  @Test(
    "an instant in the far future has a current code and does not trap",
    arguments: [Date.distantFuture, Date(timeIntervalSince1970: .infinity)])
  func farAway(_ instant: Date) throws {
    let window = try OneTimeCodeParameters(secret: Vectors.rfcSecret).codes(around: instant)
    #expect(window.current.text.count == 6)
    #expect(window.remaining(at: instant) != nil)
  }
}
