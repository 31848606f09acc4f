// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import SecretMemory

extension MigrationPayload {
  /// Whether the format can represent a code: it supports 6 and 8 digits, 30 seconds and counters up to 2^63-1, but not Steam.
  public static func canExpress(_ parameters: OneTimeCodeParameters) -> Bool {
    guard parameters.digits == 6 || parameters.digits == 8 else { return false }
    return switch parameters.form {
    case .timeBased(let period): period == .seconds(30)
    case .counterBased(let counter): counter <= UInt64(Int64.max)
    case .steam: false
    }
  }

  /// Writes codes as the URLs of one batch, in order.
  ///
  /// - Parameters:
  ///   - setups: The codes to write; at most ``maximumCount``.
  ///   - identifier: The identifier that all parts share. Choose it at random, to distinguish the parts of different exports.
  ///   - byteLimit: The preferred maximum length of a URL, in UTF-8 bytes. A code that exceeds it on its own gets a separate URL.
  /// - Returns: At least one URL; if there are no codes, one with an empty payload.
  /// - Throws: `formNotExpressible` if ``canExpress(_:)`` is false for a code; `tooLong` for more than ``maximumCount`` codes; `tooLong` or
  ///   `controlCharacter` for names that could not be read back.
  public static func urls(
    for setups: [SetupURL], identifier: Int32, byteLimit: Int = 1024
  ) throws(OneTimeCodesError) -> [SharedSecret] {
    guard setups.count <= maximumCount else { throw OneTimeCodesError(.tooLong, parameter: "data") }
    guard setups.allSatisfy({ canExpress($0.parameters) }) else { throw OneTimeCodesError(.formNotExpressible) }
    for setup in setups {
      try SetupURL.check(name(of: setup), parameter: "name")
      try SetupURL.check(setup.issuer ?? "", parameter: "issuer")
    }
    // Parts are filled one code at a time. The batch size is not yet known, so a two-byte size and index are assumed.
    let widest = Batch(size: maximumCount, index: maximumCount - 1, identifier: identifier, version: 1)
    var parts: [ArraySlice<SetupURL>] = []
    var part = setups.prefix(0)
    for end in setups.indices {
      let longer = setups[part.startIndex...end]
      if !part.isEmpty, url(of: longer, in: widest).byteCount > byteLimit {
        parts.append(part)
        part = setups[end...end]
      } else {
        part = longer
      }
    }
    parts.append(part)
    return parts.enumerated().map { index, part in
      url(of: part, in: Batch(size: parts.count, index: index, identifier: identifier, version: 1))
    }
  }

  private static func url(of setups: ArraySlice<SetupURL>, in batch: Batch) -> SharedSecret {
    var payload = ProtocolBufferWriter()
    for setup in setups {
      let entry = message(for: setup)
      entry.withBytes { payload.append(field: 1, bytes: $0) }
    }
    payload.append(field: 2, number: UInt64(truncatingIfNeeded: batch.version))
    payload.append(field: 3, number: UInt64(batch.size))
    payload.append(field: 4, number: UInt64(batch.index))
    payload.append(field: 5, number: UInt64(truncatingIfNeeded: batch.identifier))
    return payload.withBytes { SecretBase64.encode($0, after: "otpauth-migration://offline?data=") }
  }

  private static func message(for setup: SetupURL) -> ProtocolBufferWriter {
    let parameters = setup.parameters
    var entry = ProtocolBufferWriter()
    parameters.secret.withBytes { entry.append(field: 1, bytes: $0) }
    entry.append(field: 2, text: name(of: setup))
    if let issuer = setup.issuer { entry.append(field: 3, text: issuer) }
    let algorithm: UInt64 =
      switch parameters.algorithm {
      case .sha1: 1
      case .sha256: 2
      case .sha512: 3
      }
    entry.append(field: 4, number: algorithm)
    entry.append(field: 5, number: parameters.digits == 8 ? 2 : 1)
    if case .counterBased(let counter) = parameters.form {
      entry.append(field: 6, number: 1)
      entry.append(field: 7, number: counter)
    } else {
      entry.append(field: 6, number: 2)
    }
    return entry
  }

  /// Joins label and account. A leading colon keeps a colon inside the account from acting as the separator.
  private static func name(of setup: SetupURL) -> String {
    if setup.label == nil, !setup.account.utf8.contains(UInt8(ascii: ":")) { return setup.account }
    return "\(setup.label ?? ""):\(setup.account)"
  }
}
