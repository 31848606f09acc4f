// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import SecretMemory

/// The text that was typed into a form, as a surface reports it, with the properties that must hold for it.
///
/// It is part of the main package, because only that package can use the parsers; the fuzzing package supplies the inputs.
public enum TypedTextParsers {
  /// Gives a secret with its lengths to the splitter.
  ///
  /// - Parameters:
  /// - input: The number of fields and of lengths, in one byte; the lengths, in two bytes each, with 0xFFFF for the largest integer and
  /// 0xFFFE for the smallest; the secret.
  /// - plantsFault: Whether to misjudge something deliberately.
  /// - Returns: The property that does not hold, or nil if all hold.
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
    // The planted fault: treats three texts, one of them empty, as wrong.
    if plantsFault, texts.count == 3, texts.contains(where: { $0.byteCount == 0 }) { return "three texts may be taken apart" }
    guard texts.count == fields, texts.allSatisfy({ $0.byteCount <= TypedTexts.byteLimit }) else { return "each field has one text" }
    let (again, counts) = TypedTexts.join(texts)
    return counts == lengths && constantTimeEquals(again, secret) ? nil : "what is taken apart can be joined again"
  }
}
