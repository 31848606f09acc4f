// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Recognises a list of links by its first line other than comments.
enum LinkList {
  /// The maximum number of comment lines; no program writes more.
  private static let mostComments = 100
  private static let schemes: [(scheme: StaticString, format: ImportFormat)] = [
    ("otpauth-migration", .migrationLinks), ("otpauth", .setupLinks), ("apple-otpauth", .setupLinks), ("steam", .setupLinks),
    ("motp", .setupLinks),
  ]

  static func format(of text: Slice<UnsafeRawBufferPointer>) -> ImportFormat? {
    var rest = text
    for _ in 0...mostComments {
      rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
      guard rest.first == UInt8(ascii: "#") else {
        let bare = rest.first == UInt8(ascii: "\"") ? rest.dropFirst() : rest
        let link = LinkText(UnsafeRawBufferPointer(rebasing: bare.prefix(32)))
        return schemes.first { link.hasScheme($0.scheme) }?.format
      }
      rest = rest.drop { $0 != 0x0A && $0 != 0x0D }
    }
    return nil
  }
}
