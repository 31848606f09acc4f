// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import OneTimeCodes
import SecretMemory

/// The one-time codes of an entry, in all the dialects of KeePass programs.
struct KeePassCodes {
  /// The codes, without repetitions.
  private(set) var codes: [ExchangedCode] = []
  /// The names of the values that the codes were made from.
  private(set) var used: Set<String> = []
  /// The names of values that claim to be codes but are not usable.
  private(set) var unsupported: [String] = []

  init(_ entry: KeePassEntry) {
    // 1. KeePassXC: a set-up link, or KeeOtp's text.
    if let text = entry.value(KeePassNames.code) { add(CodeText.code(text), from: [KeePassNames.code]) }
    // 2. TrayTOTP: the secret, and "period;digits" or "period;S".
    if let seed = entry.value("TOTP Seed") {
      add(Self.tray(seed, settings: entry.value("TOTP Settings")?.string), from: ["TOTP Seed", "TOTP Settings"])
    }
    // 3. and 4. KeePass 2.47: separate names for each member.
    keePass(entry, "TimeOtp-", ["Length", "Period", "Algorithm"])
    keePass(entry, "HmacOtp-", ["Counter", "Length", "Algorithm"])
    // 5. Our own files: the counter in the link is as old as the file, while KeePass advances its own counter.
    if let text = entry.value(KeePassNames.counterCode) { addCounting(CodeText.code(text), from: KeePassNames.counterCode) }
    // 6. Other names that users and small programs choose, and set-up links under any name, which becomes the code's name.
    for text in entry.texts where !used.contains(text.name) && !unsupported.contains(text.name) { addOther(text, of: entry) }
    if entry.value("TOTP Settings") != nil, unsupported.isEmpty {
      // Settings without a seed have no meaning.
      used.insert("TOTP Settings")
    }
  }

  private mutating func add(_ code: ExchangedCode?, from names: [String]) {
    guard let code else { return unsupported += names }
    used.formUnion(names)
    if !codes.contains(where: { $0.parameters.makesSameCodes(as: code.parameters) }) { codes.append(code) }
  }

  // MARK: Names that no program agrees on

  // Other names for a code or its secret, in lower case and without spaces, hyphens and underscores.
  private static let looseNames: Set<String> = [
    "otp", "totp", "otpauth", "totpauth", "totpsecret", "totpseed", "totpkey", "totpurl", "totpuri", "otpsecret", "otpkey", "otpurl",
    "otpuri", "otpauthurl", "otpauthuri",
  ]
  // Shorter texts in Base32 could be words; services use at least 16 letters.
  private static let shortestSecret = 16

  /// Whether a name says that its value is a code, in words other than those that KeePass programs agree on.
  static func isLoose(_ name: String) -> Bool {
    looseNames.contains(name.lowercased().filter { $0 != " " && $0 != "-" && $0 != "_" })
  }

  private mutating func addOther(_ text: KeePassEntry.Text, of entry: KeePassEntry) {
    guard text.value.byteCount > 0 else { return }
    if Self.isLink(text.value) {
      guard !KeePassNames.isPlace(text.name) else { return }
      guard var code = CodeText.code(text.value) else { return unsupported.append(text.name) }
      if !Self.isLoose(text.name) { code.name = text.name }
      return add(code, from: [text.name])
    }
    guard Self.isLoose(text.name) else { return }
    if text.value.withBytes({ $0.contains(UInt8(ascii: ":")) || $0.contains(UInt8(ascii: "=")) }), let code = CodeText.code(text.value) {
      return add(code, from: [text.name])
    }
    let letterCount = text.value.withBytes { bytes in bytes.count { $0 != 0x20 && $0 != UInt8(ascii: "-") } }
    guard letterCount >= Self.shortestSecret else { return unsupported.append(text.name) }
    let settings = entry.value("TOTP Settings")?.string
    add(Self.tray(text.value, settings: settings), from: [text.name] + (settings == nil ? [] : ["TOTP Settings"]))
  }

  /// Whether a value is a set-up link, regardless of its name.
  static func isLink(_ value: SharedSecret) -> Bool {
    value.withBytes { LinkText($0).hasScheme("otpauth") || LinkText($0).hasScheme("apple-otpauth") }
  }

  private mutating func addCounting(_ code: ExchangedCode?, from name: String) {
    guard var code else { return unsupported.append(name) }
    used.insert(name)
    if let place = codes.firstIndex(where: { $0.parameters.isCountingOn(from: code.parameters) }) {
      code.parameters = codes[place].parameters
      codes[place] = code
    } else {
      codes.append(code)
    }
  }

  private static func tray(_ seed: SharedSecret, settings: String?) -> ExchangedCode? {
    guard let secret = LenientBase32.bytes(of: seed)?.bytes else { return CodeText.code(seed) }
    let parts = (settings ?? "").split(separator: ";", omittingEmptySubsequences: false).map { $0.filter { !$0.isWhitespace } }
    // Some programs write names with the numbers, such as "period=30;digits=6".
    func number(_ place: Int, _ otherwise: Int) -> Int? {
      guard place < parts.count, let text = parts[place].split(separator: "=").last else { return otherwise }
      return Int(text)
    }
    if parts.count > 1, parts[1].uppercased() == "S" { return code(secret, .sha1, nil, .steam) }
    guard let period = number(0, 30), let digits = number(1, 6) else { return nil }
    return code(secret, .sha1, digits, .timeBased(period: .seconds(period)))
  }

  private mutating func keePass(_ entry: KeePassEntry, _ prefix: String, _ settings: [String]) {
    let isCounting = prefix == "HmacOtp-"
    for (suffix, decode) in Self.encodings {
      let name = prefix + suffix
      guard let text = entry.value(name) else { continue }
      let names = [name] + settings.map { prefix + $0 }.filter { entry.value($0) != nil }
      func number(_ name: String, _ otherwise: UInt64) -> UInt64? {
        let text = entry.string(prefix + name).filter { !$0.isWhitespace }
        return text.isEmpty ? otherwise : UInt64(text)
      }
      guard let secret = decode(text), let algorithm = Self.algorithm(entry.string(prefix + "Algorithm")),
        let digits = number("Length", 6).flatMap({ Int(exactly: $0) }), let counter = number("Counter", 0),
        let period = number("Period", 30).flatMap({ Int64(exactly: $0) })
      else {
        add(nil, from: names)
        continue
      }
      let form: OneTimeCodeParameters.Form = isCounting ? .counterBased(counter: counter) : .timeBased(period: .seconds(period))
      add(Self.code(secret, algorithm, digits, form), from: names)
    }
  }

  private static let encodings: [(String, @Sendable (SharedSecret) -> SharedSecret?)] = [
    ("Secret-Base32", { LenientBase32.bytes(of: $0)?.bytes }),
    ("Secret-Hex", { text in text.withBytes { HexText.decode($0) } }),
    ("Secret-Base64", { text in text.withBytes { Base64Text.shared($0) } }),
    ("Secret", { $0 }),
  ]

  private static func algorithm(_ name: String) -> OneTimeCodeAlgorithm? {
    switch name.uppercased().filter({ $0.isLetter || $0.isNumber }).replacing("HMAC", with: "") {
    case "", "SHA1": .sha1
    case "SHA256": .sha256
    case "SHA512": .sha512
    default: nil
    }
  }

  private static func code(
    _ secret: SharedSecret, _ algorithm: OneTimeCodeAlgorithm, _ digits: Int?, _ form: OneTimeCodeParameters.Form
  ) -> ExchangedCode? {
    (try? OneTimeCodeParameters(secret: secret, algorithm: algorithm, digits: digits, form: form)).map { ExchangedCode(parameters: $0) }
  }
}

extension OneTimeCodeParameters {
  /// Whether both always generate the same codes.
  func makesSameCodes(as other: OneTimeCodeParameters) -> Bool { form == other.form && hasSameKey(as: other) }

  /// Whether both are counter-based with the same secret, and this counter is equal or later.
  func isCountingOn(from other: OneTimeCodeParameters) -> Bool {
    guard case .counterBased(let counter) = form, case .counterBased(let earlier) = other.form else { return false }
    return counter >= earlier && hasSameKey(as: other)
  }

  private func hasSameKey(as other: OneTimeCodeParameters) -> Bool {
    algorithm == other.algorithm && digits == other.digits && constantTimeEquals(secret, other.secret)
  }
}
