// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import CQREncode
public import SecretMemory

/// A QR code (ISO/IEC 18004, model 2): a square of dark and light modules, as secret as its content.
public struct QRSymbol: Sendable {
  /// The amount of damage that a symbol tolerates.
  public enum ErrorCorrection: CaseIterable, Sendable {
    /// About 7 % of the codewords.
    case low
    /// About 15 %: enough for a screen or a good print.
    case medium
    /// About 25 %.
    case quartile
    /// About 30 %.
    case high

    fileprivate var level: QRecLevel {
      switch self {
      case .low: QR_ECLEVEL_L
      case .medium: QR_ECLEVEL_M
      case .quartile: QR_ECLEVEL_Q
      case .high: QR_ECLEVEL_H
      }
    }

    /// The capacity of the largest symbol, in bytes (ISO/IEC 18004 table 7, version 40, byte mode).
    public var byteLimit: Int {
      switch self {
      case .low: 2953
      case .medium: 2331
      case .quartile: 1663
      case .high: 1273
      }
    }
  }

  /// The width of the light border around the symbol in every drawing, in modules on each side (ISO/IEC 18004 §6.3.8).
  public static let quietZone = 4

  /// The number of modules per side, without the quiet zone: 21 to 177.
  public let size: Int

  /// One byte per module, row by row from the top; 1 is dark.
  private let modules: SharedSecret

  /// Encodes bytes unchanged (byte mode) into the smallest symbol that can hold them.
  ///
  /// The encoder's internal memory is freed without being wiped; its result is wiped here.
  ///
  /// - Parameters:
  ///   - bytes: 1 to ``ErrorCorrection/byteLimit`` bytes, read only during the call.
  ///   - errorCorrection: The amount of damage that the symbol must tolerate.
  /// - Throws: `nothingToEncode`, `tooLong` or `libraryFailed`.
  public init(encoding bytes: UnsafeRawBufferPointer, errorCorrection: ErrorCorrection = .medium) throws(QRCodesError) {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { throw QRCodesError(.nothingToEncode) }
    guard bytes.count <= errorCorrection.byteLimit else { throw QRCodesError(.tooLong) }
    let unsigned = start.assumingMemoryBound(to: UInt8.self)
    guard let code = QRcode_encodeData(CInt(bytes.count), unsigned, 0, errorCorrection.level) else {
      throw QRCodesError(.libraryFailed)
    }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    guard let data = code.pointee.data, width > 0 else { throw QRCodesError(.libraryFailed) }
    let answer = UnsafeMutableBufferPointer(start: data, count: width * width)
    defer { wipe(UnsafeMutableRawBufferPointer(answer)) }
    // The lowest bit is the colour; the others give the kind of module.
    for index in answer.indices { answer[index] &= 1 }
    size = width
    modules = SharedSecret(copying: answer)
  }

  /// Encodes a secret; see ``init(encoding:errorCorrection:)-(UnsafeRawBufferPointer,_)``.
  public init(encoding secret: borrowing SecretBytes, errorCorrection: ErrorCorrection = .medium) throws(QRCodesError) {
    self = try secret.withBytes { bytes throws(QRCodesError) in try QRSymbol(encoding: bytes, errorCorrection: errorCorrection) }
  }

  /// The version: 1 for 21 modules per side, 40 for 177.
  public var version: Int { (size - 17) / 4 }

  /// The number of modules per side of a drawing, including the quiet zone.
  public var drawnSize: Int { size + 2 * Self.quietZone }

  /// Returns whether a module is dark. Everything outside the symbol is light.
  ///
  /// - Parameters:
  ///   - row: The row, counted from the top, 0 to `size - 1`.
  ///   - column: The column, counted from the left, 0 to `size - 1`.
  public func isDark(row: Int, column: Int) -> Bool {
    withModules { $0.isDark(row, column) }
  }

  /// Temporary access to the modules, for drawing without a lock for each one.
  struct ModulesView {
    let bytes: UnsafeRawBufferPointer
    let size: Int

    func isDark(_ row: Int, _ column: Int) -> Bool {
      guard 0..<size ~= row, 0..<size ~= column else { return false }
      return bytes[row * size + column] == 1
    }
  }

  func withModules<R, E: Error>(_ body: (ModulesView) throws(E) -> R) throws(E) -> R {
    try modules.withBytes { bytes throws(E) in try body(ModulesView(bytes: bytes, size: size)) }
  }
}
