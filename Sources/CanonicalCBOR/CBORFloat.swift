// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// Rounding is a function of the C mathematics library, which is linked only if a file imports it.
import Glibc

/// A floating-point item and the width of its encoding (RFC 8949 §3.3).
///
/// The width is stored because CTAP2's canonical form does not change the representation of floats.
public struct CBORFloat: Hashable, Sendable {
  /// The three IEEE 754 widths in CBOR.
  public enum Width: Sendable {
    /// binary16, two bytes.
    case half
    /// binary32, four bytes.
    case single
    /// binary64, eight bytes.
    case double
  }

  /// The width of the encoding.
  public let width: Width
  /// The IEEE 754 bits, right-aligned.
  public let bitPattern: UInt64

  init(width: Width, bitPattern: UInt64) {
    self.width = width
    self.bitPattern = bitPattern
  }

  /// Creates an item with a width of 64 bits.
  public init(_ value: Double) {
    self.init(width: .double, bitPattern: value.bitPattern)
  }

  /// The number. Every narrower width can be represented exactly.
  public var value: Double {
    switch width {
    case .half: Self.widen(half: UInt16(truncatingIfNeeded: bitPattern))
    case .single: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bitPattern)))
    case .double: Double(bitPattern: bitPattern)
    }
  }

  /// The same number in the shortest width that preserves it, with one form for NaN (RFC 8949 §4.2.1 and §4.2.2).
  var shortest: CBORFloat {
    let number = value
    if number.isNaN { return CBORFloat(width: .half, bitPattern: 0x7e00) }
    if let half = Self.narrow(toHalf: number) { return CBORFloat(width: .half, bitPattern: UInt64(half)) }
    let single = Float(number)
    if Double(single) == number { return CBORFloat(width: .single, bitPattern: UInt64(single.bitPattern)) }
    return CBORFloat(number)
  }

  // `Float16` is not available on every platform that Swift supports, so binary16 is implemented here.
  private static func widen(half bits: UInt16) -> Double {
    let sign: Double = bits & 0x8000 == 0 ? 1 : -1
    let exponent = Int(bits >> 10 & 0x1f)
    let fraction = Double(bits & 0x3ff)
    switch exponent {
    case 0: return sign * scaled(fraction, by: -24)
    case 31: return fraction == 0 ? sign * .infinity : .nan
    default: return sign * scaled(fraction + 1024, by: exponent - 25)
    }
  }

  private static func narrow(toHalf number: Double) -> UInt16? {
    let sign: UInt16 = number.sign == .minus ? 0x8000 : 0
    if number.isInfinite { return sign | 0x7c00 }
    if number.isZero { return sign }
    let magnitude = number.magnitude
    guard magnitude <= 65504 else { return nil }
    if magnitude < scaled(1, by: -14) {
      let steps = scaled(magnitude, by: 24)
      return steps == steps.rounded(.towardZero) ? sign | UInt16(steps) : nil
    }
    let exponent = Int(magnitude.exponent)
    let steps = scaled(magnitude, by: 10 - exponent)
    guard steps == steps.rounded(.towardZero) else { return nil }
    return sign | UInt16(exponent + 15) << 10 | UInt16(steps - 1024)
  }

  private static func scaled(_ number: Double, by exponent: Int) -> Double {
    number * Double(sign: .plus, exponent: exponent, significand: 1)
  }
}
