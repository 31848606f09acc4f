// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodes
import SecretMemory
import Testing

@Suite("RFC 4226 and RFC 6238: codes")
struct CodeTests {
  struct CounterVector: Decodable, CustomTestStringConvertible {
    let id, secret, code: String
    let counter: UInt64
    var testDescription: String { id }
  }

  struct TimeVector: Decodable, CustomTestStringConvertible {
    let id, secret, algorithm, code: String
    let time: Double
    var testDescription: String { id }
  }

  @Test("the codes of RFC 4226 appendix D are computed", arguments: try Vectors.load("one-time-codes/rfc4226", as: CounterVector.self))
  func counterBased(_ vector: CounterVector) throws {
    let parameters = try OneTimeCodeParameters(
      secret: Vectors.secret(vector.secret), form: .counterBased(counter: vector.counter))
    #expect(parameters.code(at: Date()).text == vector.code)
  }

  @Test("the codes of RFC 6238 appendix B are computed", arguments: try Vectors.load("one-time-codes/rfc6238", as: TimeVector.self))
  func timeBased(_ vector: TimeVector) throws {
    let parameters = try OneTimeCodeParameters(
      secret: Vectors.secret(vector.secret), algorithm: #require(OneTimeCodeAlgorithm(rawValue: vector.algorithm)), digits: 8)
    #expect(parameters.code(at: Date(timeIntervalSince1970: vector.time)).text == vector.code)
  }

  @Test("a code is valid from the start of its period until the start of the next")
  func validity() throws {
    let parameters = try OneTimeCodeParameters(secret: Vectors.rfcSecret)
    let code = parameters.code(at: Date(timeIntervalSince1970: 1_000_000_019))
    #expect(code.validFrom == Date(timeIntervalSince1970: 999_999_990))
    #expect(code.validUntil == Date(timeIntervalSince1970: 1_000_000_020))
    #expect(parameters.code(at: code.validFrom).text == code.text)
    #expect(parameters.code(at: code.validUntil).text != code.text)
  }

  @Test("a Steam code has five characters of Steam's alphabet")
  func steam() throws {
    let parameters = try OneTimeCodeParameters(secret: Vectors.rfcSecret, form: .steam)
    let text = parameters.code(at: Date(timeIntervalSince1970: 59)).text
    // The HMAC of counter 1 is 1094287082 after truncation (RFC 4226 appendix D); in base 26, least significant first: 18 22 7 16 2.
    #expect(text == "PV9M4")
  }

  @Test(
    "a code of nine or ten digits consists of the truncated value's last digits, with leading zeros",
    arguments: [(1, 9, "094287082"), (1, 10, "1094287082"), (2, 10, "0137359152")] as [(UInt64, Int, String)])
  func long(_ step: UInt64, _ digits: Int, _ code: String) throws {
    // The values are from RFC 4226 appendix D: 1094287082 and 137359152.
    #expect(try OneTimeCodeParameters(secret: Vectors.rfcSecret, digits: digits).text(forStep: step) == code)
  }

  @Test("a service issues codes of six to eight digits", arguments: 5...11)
  func issued(_ digits: Int) {
    var generator = SystemRandomNumberGenerator()
    let isIssued = (try? OneTimeCodeParameters.generate(digits: digits, using: &generator)) != nil
    #expect(isIssued == (6...8).contains(digits))
  }

  @Test("fewer than six or more than ten digits are refused", arguments: [5, 11, 0, -1])
  func digits(_ digits: Int) {
    #expect(throws: OneTimeCodesError.self) { try OneTimeCodeParameters(secret: Vectors.rfcSecret, digits: digits) }
  }

  @Test("a period is a whole number of seconds from one second to one day")
  func periods() throws {
    for seconds in [1, 86_400] { _ = try OneTimeCodeParameters(secret: Vectors.rfcSecret, form: .timeBased(period: .seconds(seconds))) }
    for period in [Duration.zero, .seconds(-1), .seconds(86_401), .milliseconds(1500)] {
      #expect(code { _ = try OneTimeCodeParameters(secret: Vectors.rfcSecret, form: .timeBased(period: period)) } == .periodOutOfRange)
    }
  }

  @Test("instants before 1970 and beyond any counter give a step and do not trap")
  func extremes() throws {
    let parameters = try OneTimeCodeParameters(secret: Vectors.rfcSecret, form: .timeBased(period: .seconds(1)))
    #expect(parameters.step(at: .distantPast) == 0)
    #expect(parameters.step(at: Date(timeIntervalSince1970: .greatestFiniteMagnitude)) == .max)
    #expect(parameters.step(at: Date(timeIntervalSince1970: .nan)) == 0)
  }

  @Test("a counter increases by one with each use")
  func afterUse() throws {
    let parameters = try OneTimeCodeParameters(secret: Vectors.rfcSecret, form: .counterBased(counter: 7))
    #expect(parameters.afterUse().form == .counterBased(counter: 8))
  }

  @Test("printing a code or its parameters reveals neither digits nor secret")
  func redaction() throws {
    let parameters = try OneTimeCodeParameters(secret: Vectors.rfcSecret)
    let code = parameters.code(at: Date(timeIntervalSince1970: 59))
    var dumped = ""
    dump(code, to: &dumped)
    dump(parameters, to: &dumped)
    #expect(!("\(code)" + dumped + "\(parameters)").contains("287082"))
    #expect(!(dumped + "\(parameters)").contains("12345678901234567890"))
  }
}
