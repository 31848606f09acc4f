// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import SecretMemory

extension SetupURL {
  /// Writes the URL in canonical form: scheme and type in lower case, Base32 in upper case without padding, and every parameter explicit.
  ///
  /// Reading it back yields the same value: colons inside label and account are encoded.
  /// - Throws: `formNotExpressible` for `apple-otpauth:` with counter-based or Steam codes; `controlCharacter` and `tooLong` for names that
  ///   could not be read back.
  public func formatted(as scheme: Scheme = .otpauth) throws(OneTimeCodesError) -> SecretBytes {
    try formatted(as: scheme, steamType: "totp", issuer: issuer)
  }

  /// Writes the URL for authenticator apps, several of which read the kind of code only from the type, and the service only from `issuer`.
  ///
  /// The type of a Steam code is `steam`, and a missing issuer is the label. Reading it back yields the same value except for that issuer.
  /// - Throws: The same errors as ``formatted(as:)``.
  package func formattedForApps() throws(OneTimeCodesError) -> SecretBytes {
    try formatted(as: .otpauth, steamType: "steam", issuer: issuer ?? label)
  }

  private func formatted(as scheme: Scheme, steamType: String, issuer: String?) throws(OneTimeCodesError) -> SecretBytes {
    let type: String
    let movingFactor: String
    switch parameters.form {
    case .timeBased(let period): (type, movingFactor) = ("totp", "&period=\(period.components.seconds)")
    case .counterBased(let counter): (type, movingFactor) = ("hotp", "&counter=\(counter)")
    case .steam: (type, movingFactor) = (steamType, "&period=30&encoder=steam")
    }
    if scheme == .appleOtpauth {
      guard case .timeBased = parameters.form else { throw OneTimeCodesError(.formNotExpressible) }
    }
    for (name, text) in [("label", label), ("account", account), ("issuer", issuer)] {
      try Self.check(text ?? "", parameter: name)
    }
    var head = Array("\(scheme.rawValue)://\(type)/".utf8)
    if label != nil || account.utf8.contains(UInt8(ascii: ":")) {
      head.appendPercentEncoded(label ?? "")
      head.append(UInt8(ascii: ":"))
    }
    head.appendPercentEncoded(account)
    head += "?secret=".utf8
    var tail: [UInt8] = []
    if let issuer {
      tail += "&issuer=".utf8
      tail.appendPercentEncoded(issuer)
    }
    tail += "&algorithm=\(parameters.algorithm.rawValue)&digits=\(parameters.digits)\(movingFactor)".utf8
    return parameters.secret.withBytes { secret in
      let encoded = Base32.encode(secret)
      return encoded.withBytes { middle in
        var url = SecretBytes(byteCount: head.count + middle.count + tail.count)
        url.withMutableBytes { output in
          output[..<head.count].copyBytes(from: head)
          output[head.count..<head.count + middle.count].copyBytes(from: middle)
          output[(head.count + middle.count)...].copyBytes(from: tail)
        }
        return url
      }
    }
  }
  /// Throws for a name that this library could not read back.
  static func check(_ text: String, parameter: String) throws(OneTimeCodesError) {
    guard text.utf8.count <= maximumTextByteCount else { throw OneTimeCodesError(.tooLong, parameter: parameter) }
    guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }) else {
      throw OneTimeCodesError(.controlCharacter, parameter: parameter)
    }
  }
}
