// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// One code in a migration payload. Each entry is read or rejected separately, so an unreadable entry does not block the others.
public struct MigrationEntry: Sendable {
  /// The name as written in the payload, possibly prefixed with the service and a colon; empty if it could not be read.
  public let name: String
  /// The issuer as written in the payload; `nil` when missing, empty or unreadable.
  public let issuer: String?
  /// The set-up data, or the reason why this entry cannot be set up.
  public let reading: Result<SetupURL, OneTimeCodesError>
  /// The raw values of a rejected code, for programs that must not lose data; `nil` if the entry could be read.
  package let refused: RefusedCode?

  /// The values of a rejected code, as written in the payload.
  package struct RefusedCode: Sendable {
    /// The secret; `nil` if there is none.
    package let secret: SharedSecret?
    /// The number of the hash function.
    package let algorithm: UInt64
    /// The number that stands for the code length.
    package let digits: UInt64
    /// The number of the code type.
    package let type: UInt64
    /// The counter.
    package let counter: UInt64
  }

  /// Reads the fields of `OtpParameters`. The last occurrence of a repeated field applies; unknown fields are skipped.
  ///
  /// - Throws: `malformedPayload`. Errors in well-formed fields are reported in the entry's own ``reading``.
  init(_ message: TextPart) throws(OneTimeCodesError) {
    var secret: TextPart?
    var rawName: TextPart?
    var rawIssuer: TextPart?
    var algorithm: UInt64 = 0
    var digits: UInt64 = 0
    var type: UInt64 = 0
    var counter: UInt64 = 0
    var reader = ProtocolBufferReader(message)
    while let (field, value) = try reader.next() {
      switch (field, value) {
      case (1, .bytes(let bytes)): secret = bytes
      case (2, .bytes(let bytes)): rawName = bytes
      case (3, .bytes(let bytes)): rawIssuer = bytes
      case (4, .number(let number)): algorithm = number
      case (5, .number(let number)): digits = number
      case (6, .number(let number)): type = number
      case (7, .number(let number)): counter = number
      default: break
      }
    }
    let texts = Result { () throws(OneTimeCodesError) in
      try (name: Self.text(rawName, parameter: "name"), issuer: Self.text(rawIssuer, parameter: "issuer"))
    }
    let name = (try? texts.get().name) ?? ""
    let issuer = (try? texts.get().issuer).flatMap { $0.isEmpty ? nil : $0 }
    reading = Result { () throws(OneTimeCodesError) in
      _ = try texts.get()
      let parameters = try OneTimeCodeParameters(
        secret: SharedSecret(copying: secret ?? message.prefix(0)), algorithm: Self.algorithm(algorithm), digits: Self.digits(digits),
        form: Self.form(type, counter: counter))
      let label = SetupLabel(text: name, issuer: issuer)
      return SetupURL(label: label.prefix, account: label.account, issuer: issuer, parameters: parameters)
    }
    if case .failure = reading {
      refused = RefusedCode(
        secret: secret.map { SharedSecret(copying: $0) }, algorithm: algorithm, digits: digits, type: type, counter: counter)
    } else {
      refused = nil
    }
    self.name = name
    self.issuer = issuer
  }

  private static func text(_ part: TextPart?, parameter: String) throws(OneTimeCodesError) -> String {
    guard let part else { return "" }
    do throws(OneTimeCodesError) {
      return try PercentDecoder(part, .none, parameter: parameter).text()
    } catch {
      // Positions inside a payload do not correspond to positions in the text that was read.
      throw OneTimeCodesError(error.code == .invalidPercentEncoding ? .textNotUTF8 : error.code, parameter: parameter)
    }
  }

  private static func algorithm(_ number: UInt64) throws(OneTimeCodesError) -> OneTimeCodeAlgorithm {
    switch number {
    case 0, 1: return .sha1
    case 2: return .sha256
    case 3: return .sha512
    case 4: throw OneTimeCodesError(.unsupportedAlgorithm, parameter: "algorithm")
    default: throw OneTimeCodesError(.unknownAlgorithm, parameter: "algorithm")
    }
  }

  private static func digits(_ number: UInt64) throws(OneTimeCodesError) -> Int {
    switch number {
    case 0, 1: return 6
    case 2: return 8
    default: throw OneTimeCodesError(.digitsOutOfRange, parameter: "digits")
    }
  }

  private static func form(_ number: UInt64, counter: UInt64) throws(OneTimeCodesError) -> OneTimeCodeParameters.Form {
    switch number {
    case 0, 2: return .timeBased(period: .seconds(30))
    case 1:
      // The payload stores a signed number; negative counters are invalid.
      guard counter <= UInt64(Int64.max) else { throw OneTimeCodesError(.counterOutOfRange, parameter: "counter") }
      return .counterBased(counter: counter)
    default: throw OneTimeCodesError(.unknownCodeType, parameter: "type")
    }
  }
}
