// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Reads and writes the types of field in this module's archives.
///
/// Every read checks for the key first. Reading a missing key leaves an error in Foundation's decoder, after which all reads fail.
extension NSCoder {
  func archive(_ text: String?, forKey key: String) {
    guard let text else { return }
    encode(NSString(string: text), forKey: key)
  }

  func archive(_ data: Data?, forKey key: String) {
    guard let data else { return }
    encode(NSData(data: data), forKey: key)
  }

  func archivedString(forKey key: String) -> String? {
    guard containsValue(forKey: key) else { return nil }
    return decodeObject(of: NSString.self, forKey: key).map { $0._bridgeToSwift() }
  }

  func archivedData(forKey key: String) -> Data? {
    guard containsValue(forKey: key) else { return nil }
    return decodeObject(of: NSData.self, forKey: key).map { Data(referencing: $0) }
  }

  /// Returns the elements of an array of one class. Foundation may return its own array type or a bridged one.
  func archivedArray(of elementClass: AnyClass, forKey key: String) -> [Any]? {
    guard containsValue(forKey: key) else { return nil }
    let array = decodeObject(of: [NSArray.self, elementClass], forKey: key)
    return (array as? NSArray).map { Array($0) } ?? array as? [Any]
  }
}
