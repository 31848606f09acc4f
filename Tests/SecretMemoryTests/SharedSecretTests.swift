// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import Testing

@Suite("A shared secret")
struct SharedSecretTests {
  @Test("reveals none of its bytes when printed or dumped")
  func printsNothing() {
    let secret = SharedSecret(copying: Array("correct horse".utf8))
    var dumped = ""
    dump(secret, to: &dumped)
    #expect("\(secret)" == "redacted")
    #expect(String(reflecting: secret) == "redacted")
    #expect(!dumped.contains("99"))
    #expect(!dumped.contains("correct"))
  }

  @Test("lends the bytes that it was given")
  func lends() {
    let secret = SharedSecret(SecretBytes(copying: [1, 2, 3]))
    #expect(secret.byteCount == 3)
    #expect(secret.withBytes { Array($0) } == [1, 2, 3])
    #expect(secret.copy().withBytes { Array($0) } == [1, 2, 3])
  }
}

@Suite("Constant-time comparison")
struct ConstantTimeComparisonTests {
  @Test("finds equal bytes equal and a difference in any place unequal")
  func differences() {
    let base = [UInt8](0..<64)
    #expect(constantTimeEquals(base, base))
    for index in base.indices {
      var other = base
      other[index] ^= 0x80
      #expect(!constantTimeEquals(base, other))
      #expect(!constantTimeEquals(SharedSecret(copying: base), SharedSecret(copying: other)))
    }
  }

  @Test("finds different lengths unequal and two empty strings equal")
  func lengths() {
    #expect(!constantTimeEquals([1, 2], [1, 2, 3]))
    #expect(!constantTimeEquals([], [0]))
    #expect(constantTimeEquals([UInt8](), []))
    let emptySecretsAreEqual = constantTimeEquals(SecretBytes(byteCount: 0), SecretBytes(byteCount: 0))
    #expect(emptySecretsAreEqual)
  }

  @Test("compares a secret lent as a span by its bytes and length")
  func span() {
    let secret = SharedSecret(copying: [1, 2, 3])
    #expect(secret.withSpan { $0.withUnsafeBytes { Array($0) } } == [1, 2, 3])
    for (other, isEqual) in [([1, 2, 3], true), ([1, 2, 4], false), ([1, 2], false), ([], false)] as [([UInt8], Bool)] {
      #expect(secret.withSpan { constantTimeEquals($0, other.span.bytes) } == isEqual)
    }
    #expect(SharedSecret(copying: [UInt8]()).withSpan { $0.byteCount } == 0)
  }
}
