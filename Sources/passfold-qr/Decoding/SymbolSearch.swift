// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import SecretMemory

/// Scans a picture in several sizes, unchanged and inverted, and collects the results.
package final class SymbolSearch {
  private let scanner: SymbolScanner
  private let limits: Limits
  private let end: ContinuousClock.Instant
  private var texts: [[UInt8]] = []
  private var lacksParts = false

  /// Creates a search. Its time limit starts now.
  ///
  /// - Throws: ``QRFailure/Code/libraryFailed`` if no scanner can be created.
  package init(limits: Limits) throws(QRFailure) {
    scanner = try SymbolScanner()
    self.limits = limits
    end = ContinuousClock.now + limits.searchTime
  }

  deinit {
    for index in texts.indices { texts[index].withUnsafeMutableBytes { wipe($0) } }
  }

  /// Finds all content in the picture, each text once, in the order found.
  ///
  /// - Throws: `nothingFound`, `partsMissing`, or `pictureDamaged` if nothing is found in a damaged picture.
  package func frames(in decoded: PictureDecoder.Decoded) throws(QRFailure) -> [UInt8] {
    let sizes = Self.sizes(of: decoded.onWhite, limits: limits) + (decoded.onBlack.map { Self.sizes(of: $0, limits: limits) } ?? [])
    for size in sizes {
      guard let picture = size() else { continue }
      // At least one scan is always done; after that, the search ends when its time is up.
      for inverted in [false, true] {
        try gather(scanner.scan(picture.bordered(inverted: inverted)))
        if ContinuousClock.now >= end { return try result(isDamaged: decoded.isDamaged) }
      }
    }
    return try result(isDamaged: decoded.isDamaged)
  }

  /// Returns the sizes to scan, created on demand: the picture, halved until it is small enough; half of that; a quarter; and two
  /// and four times its size, if that is not too large.
  private static func sizes(of picture: GreyPicture, limits: Limits) -> [() -> GreyPicture?] {
    var base = picture
    while base.width * base.height > limits.searchedPixels, let half = base.halved() { base = half }
    let first = base.stretched()
    var sizes: [() -> GreyPicture?] = [{ first }, { first.halved() }, { first.halved()?.halved() }]
    if first.width * first.height * 4 <= limits.searchedPixels { sizes.append { first.doubled() } }
    if first.width * first.height * 64 <= limits.searchedPixels { sizes.append { first.doubled().doubled() } }
    return sizes
  }

  private func gather(_ found: SymbolScanner.Found) {
    lacksParts = lacksParts || found.lacksParts
    for text in found.texts where !texts.contains(text) { texts.append(text) }
  }

  private func result(isDamaged: Bool) throws(QRFailure) -> [UInt8] {
    var frames: [UInt8] = []
    for text in texts {
      guard frames.count + text.count < limits.foundBytes else { break }
      text.withUnsafeBytes { Frames.append($0, to: &frames) }
    }
    if frames.isEmpty { throw QRFailure(lacksParts ? .partsMissing : isDamaged ? .pictureDamaged : .nothingFound) }
    return frames
  }
}
