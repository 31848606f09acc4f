// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import OneTimeCodes
import SecretMemory

/// Base32 as authenticator programs read it: they ignore a last letter that completes no byte, and the codes are correct without it.
enum LenientBase32 {
  /// Returns the bytes of a secret, and whether a last letter was ignored; nil for invalid Base32.
  static func bytes(of text: SharedSecret) -> (bytes: SharedSecret, hasSurplusLetter: Bool)? {
    text.withBytes { text in
      do throws(OneTimeCodesError) {
        return (SharedSecret(try Base32.decode(text)), false)
      } catch  where error.code == .secretIncomplete {
        guard let last = lastLetter(in: text[...]), let bytes = try? Base32.decode(UnsafeRawBufferPointer(rebasing: text[..<last])) else {
          return nil
        }
        return (SharedSecret(bytes), true)
      } catch {
        return nil
      }
    }
  }

  /// Returns the position of the last letter or digit in a text.
  static func lastLetter(in text: Slice<UnsafeRawBufferPointer>) -> Int? {
    text.lastIndex { byte in
      let small = byte | 0x20
      return UInt8(ascii: "a")...UInt8(ascii: "z") ~= small || UInt8(ascii: "2")...UInt8(ascii: "7") ~= byte
    }
  }
}
