// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeePassXCProvider

/// KeePassXC's output, with the properties that must hold for it.
///
/// It is part of the main package, because only that package can use the parsers; the fuzzing package supplies the inputs.
public enum KeePassXCParsers {
  /// Gives a stream to the splitter, whole and in two pieces, and each object to the reader of entries.
  ///
  /// - Parameters:
  ///   - input: Where the stream is cut, in one byte, and the stream.
  ///   - plantsFault: Whether to misjudge something deliberately.
  /// - Returns: The property that does not hold, or nil if all hold.
  public static func brokenProperty(ofStream input: [UInt8], plantsFault: Bool) -> String? {
    guard let cut = input.first else { return nil }
    let stream = Array(input.dropFirst())
    var pieces = JSONPieces()
    let whole = try? pieces.take(stream)
    var halves = JSONPieces()
    let place = min(Int(cut), stream.count)
    let cutUp = (try? halves.take(stream[..<place])).flatMap { first in (try? halves.take(stream[place...])).map { first + $0 } }
    guard whole == cutUp else { return "where a stream is cut makes no difference" }
    for object in whole ?? [] {
      // The planted fault: treats an object within another as wrong.
      if plantsFault, object.filter({ $0 == UInt8(ascii: "{") }).count > 2 { return "an object with others in it is one" }
      let trimmed = object.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
      guard let first = trimmed.first, let last = object.last, [0x7B, 0x5B].contains(first), [0x7D, 0x5D].contains(last) else {
        return "an object begins and ends as one"
      }
      if let login = try? JSONDecoder().decode(KeePassXCLogin.self, from: Data(object)), login.hasCode, login.totp?.isEmpty != false {
        return "an entry that has a code has one"
      }
    }
    let taken = (whole ?? []).reduce(0) { $0 + $1.count }
    return taken <= stream.count ? nil : "objects are no longer than their stream"
  }
}
