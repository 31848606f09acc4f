// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import SecretMemory

/// What a surface says was typed into a form, with what has to hold of it.
///
/// It belongs to this package, which alone may use it; the fuzzing package hands inputs in.
public enum TypedTextParsers {
  /// Gives a secret with its lengths to what takes it apart.
  ///
  /// - Parameters:
  ///   - input: How many fields there are and how many lengths, in one byte; the lengths, in two bytes each, of which 0xFFFF and 0xFFFE stand for the
  ///     largest and the smallest number there is; the secret.
  ///   - plantsFault: Whether something shall be misjudged on purpose.
  /// - Returns: The property that does not hold; nil where all do.
  public static func brokenProperty(of input: [UInt8], plantsFault: Bool) -> String? {
    guard let first = input.first else { return nil }
    let (fields, count) = (Int(first & 0x0F), Int(first >> 4))
    let numbers = input.dropFirst().prefix(2 * count)
    let lengths = stride(from: 0, to: numbers.count - 1, by: 2).map { place in
      let value = numbers.dropFirst(place).prefix(2).reduce(0) { $0 << 8 | Int($1) }
      return value == 0xFFFF ? Int.max : value == 0xFFFE ? Int.min : value
    }
    let secret = SharedSecret(copying: input.dropFirst(1 + 2 * count))
    guard let texts = TypedTexts.split(secret, by: lengths, count: fields) else {
      let isSound =
        lengths.count == fields && fields <= TypedTexts.fieldLimit && lengths.allSatisfy { (0...TypedTexts.byteLimit).contains($0) }
      return isSound && lengths.reduce(0, +) == secret.byteCount ? "what fits is taken apart" : nil
    }
    // The planted fault: three texts, one of them empty, pass for wrong.
    if plantsFault, texts.count == 3, texts.contains(where: { $0.byteCount == 0 }) { return "three texts may be taken apart" }
    guard texts.count == fields, texts.allSatisfy({ $0.byteCount <= TypedTexts.byteLimit }) else { return "each field has one text" }
    let (again, counts) = TypedTexts.join(texts)
    return counts == lengths && constantTimeEquals(again, secret) ? nil : "what is taken apart can be joined again"
  }
}
