// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import OneTimeCodes
import SecretMemory
import Testing

@Suite("Written set-up URLs")
struct RoundTripTests {
  /// Characters that could be mistaken for a part of the link's syntax.
  private static let alphabet: [Character] = Array(" :/?#[]@!$&'()*+,;=%~-_.aZ09é☃🏴‍☠️e\u{301}\u{202E}\u{FEFF}例\u{10FFFF}\u{A0}")

  private static func name(upTo count: Int, using generator: inout some RandomNumberGenerator) -> String {
    var name = String((0..<Int.random(in: 0...count, using: &generator)).compactMap { _ in alphabet.randomElement(using: &generator) })
    // A combining mark at the beginning combines with whatever precedes it in the link.
    if Int.random(in: 0..<8, using: &generator) == 0 { name = " \u{301}" + name }
    return name
  }

  private static func setup(using generator: inout some RandomNumberGenerator) throws -> SetupURL {
    let forms: [OneTimeCodeParameters.Form] = [
      .timeBased(period: .seconds(Int64.random(in: 1...86_400, using: &generator))), .steam,
      .counterBased(counter: UInt64.random(in: 0 ... .max, using: &generator) >> UInt64.random(in: 0...63, using: &generator)),
    ]
    let form = forms[Int.random(in: 0..<3, using: &generator)]
    let algorithm = form == .steam ? .sha1 : OneTimeCodeAlgorithm.allCases[Int.random(in: 0..<3, using: &generator)]
    let secret = SecretBytes.random(byteCount: Int.random(in: 1...70, using: &generator), using: &generator)
    let parameters = try OneTimeCodeParameters(
      secret: SharedSecret(secret), algorithm: algorithm, digits: form == .steam ? nil : Int.random(in: 6...10, using: &generator),
      form: form)
    return SetupURL(
      label: Bool.random(using: &generator) ? nil : name(upTo: 12, using: &generator), account: name(upTo: 20, using: &generator),
      issuer: Bool.random(using: &generator) ? nil : name(upTo: 12, using: &generator), parameters: parameters)
  }

  @Test("are read back with the same values, for random values of every kind", arguments: 1...8 as ClosedRange<UInt64>)
  func randomValues(_ seed: UInt64) throws {
    var generator = MutationTests.Repeatable(state: seed)
    for _ in 0..<500 {
      let setup = try Self.setup(using: &generator)
      let written = try setup.formatted()
      expectSame(try SetupURL(parsing: text(written)), setup, "\(text(written))")
      guard case .timeBased = setup.parameters.form else { continue }
      expectSame(try SetupURL(parsing: text(setup.formatted(as: .appleOtpauth))), setup)
    }
  }

  @Test("are written identically after reading")
  func canonical() throws {
    var generator = MutationTests.Repeatable(state: 99)
    for _ in 0..<500 {
      let written = try text(Self.setup(using: &generator).formatted())
      #expect(try text(SetupURL(parsing: written).formatted()) == written)
    }
  }

  @Test("never contain names that could not be read again")
  func unwritable() throws {
    let parameters = try OneTimeCodeParameters(secret: Vectors.rfcSecret)
    for name in ["a\u{0}b", "a\nb", "\u{9B}"] {
      #expect(code { _ = try SetupURL(label: name, account: "", issuer: nil, parameters: parameters).formatted() } == .controlCharacter)
    }
    let long = String(repeating: "é", count: 513)
    #expect(code { _ = try SetupURL(label: nil, account: "", issuer: long, parameters: parameters).formatted() } == .tooLong)
  }

  @Test("have no spaces around names and no empty names")
  func normalisation() throws {
    let setup = SetupURL(label: " ", account: "  ada ", issuer: "", parameters: try OneTimeCodeParameters(secret: Vectors.rfcSecret))
    #expect(setup.label == nil && setup.account == "ada" && setup.issuer == nil)
  }
}
