// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CArgon2
import CredentialExchange
import SecretMemory

/// Argon2 in its version 1.0 (0x10), which libgcrypt does not support; the caller has validated the parameters.
enum FirstArgon2 {
  static func derive(
    _ variant: Argon2.Variant, passphrase: SharedSecret, salt: [UInt8], passes: Int, memoryKiB: Int, lanes: Int, secret: SharedSecret?,
    associated: [UInt8], byteCount: Int
  ) throws(CredentialExchangeError) -> SharedSecret {
    var result = SecretBytes(byteCount: byteCount)
    // The library does not write to its input, but requires pointers to writable memory.
    let input = [passphrase, SharedSecret(copying: salt), secret ?? SharedSecret(copying: []), SharedSecret(copying: associated)]
    let status = lend(input) { input in
      result.withMutableBytes { result in
        var context = argon2_context()
        (context.out, context.outlen) = (result.assumingMemoryBound(to: UInt8.self).baseAddress, UInt32(result.count))
        (context.pwd, context.pwdlen) = input[0]
        (context.salt, context.saltlen) = input[1]
        (context.secret, context.secretlen) = input[2]
        (context.ad, context.adlen) = input[3]
        (context.t_cost, context.m_cost, context.lanes, context.threads) = (UInt32(passes), UInt32(memoryKiB), UInt32(lanes), 1)
        context.version = ARGON2_VERSION_10.rawValue
        return argon2_ctx(&context, argon2_type(rawValue: variant.rawValue))
      }
    }
    guard status == ARGON2_OK.rawValue else { throw CredentialExchangeError(.overBounds) }
    return SharedSecret(result)
  }

  private typealias Lent = (UnsafeMutablePointer<UInt8>?, UInt32)

  private static func lend(_ secrets: [SharedSecret], _ lent: [Lent] = [], _ body: ([Lent]) -> Int32) -> Int32 {
    guard let first = secrets.first else { return body(lent) }
    return first.withBytes { bytes in
      let start = UnsafeMutablePointer(mutating: bytes.assumingMemoryBound(to: UInt8.self).baseAddress)
      // Argon2 requires a null pointer for an empty input.
      return lend(Array(secrets.dropFirst()), lent + [(bytes.isEmpty ? nil : start, UInt32(bytes.count))], body)
    }
  }
}
