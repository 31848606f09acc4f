// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The web address of an entry; the popup in a browser decides in the same way.
package enum WebsiteAddress {
  /// The https address of a service; nil if it is not a website, such as an app or another scheme.
  package static func text(of service: String) -> String? {
    guard !service.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7f }) else { return nil }
    if service.lowercased().hasPrefix("https://") { return service }
    let labels = service.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, labels.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isSign) }) else { return nil }
    return "https://\(service)/"
  }

  /// Whether a character may occur in a host name.
  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
