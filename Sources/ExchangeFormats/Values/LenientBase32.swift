// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import OneTimeCodes
import SecretMemory

/// Base32 as authenticator programs read it: where the last letter fills no byte, they pass it over, and the codes are good without it.
enum LenientBase32 {
  /// The bytes of a secret, and whether a last letter was passed over; nil for what is no Base32.
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

  /// Where the last letter or digit of a text stands.
  static func lastLetter(in text: Slice<UnsafeRawBufferPointer>) -> Int? {
    text.lastIndex { byte in
      let small = byte | 0x20
      return UInt8(ascii: "a")...UInt8(ascii: "z") ~= small || UInt8(ascii: "2")...UInt8(ascii: "7") ~= byte
    }
  }
}
