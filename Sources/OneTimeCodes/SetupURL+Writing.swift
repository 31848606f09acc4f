// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import SecretMemory

extension SetupURL {
  /// Writes the URL in its canonical form: lower-case scheme and type, Base32 in upper case without padding, every parameter spelled out.
  ///
  /// Reading it back gives the same value: colons inside label and account are encoded.
  /// - Throws: `formNotExpressible` for `apple-otpauth:` with counter-based or Steam codes.
  public func formatted(as scheme: Scheme = .otpauth) throws(OneTimeCodesError) -> SecretBytes {
    let type: String
    let movingFactor: String
    switch parameters.form {
    case .timeBased(let period): (type, movingFactor) = ("totp", "&period=\(period.components.seconds)")
    case .counterBased(let counter): (type, movingFactor) = ("hotp", "&counter=\(counter)")
    case .steam: (type, movingFactor) = ("totp", "&period=30&encoder=steam")
    }
    if scheme == .appleOtpauth {
      guard case .timeBased = parameters.form else { throw OneTimeCodesError(.formNotExpressible) }
    }
    var head = Array("\(scheme.rawValue)://\(type)/".utf8)
    if label != nil || account.contains(":") { head += (label ?? "").percentEncoded + [UInt8(ascii: ":")] }
    head += account.percentEncoded + Array("?secret=".utf8)
    var tail: [UInt8] = []
    if let issuer { tail += Array("&issuer=".utf8) + issuer.percentEncoded }
    tail += Array("&algorithm=\(parameters.algorithm.rawValue)&digits=\(parameters.digits)\(movingFactor)".utf8)
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
}
