// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An algorithm that a relying party accepts (WebAuthn §5.3 `PublicKeyCredentialParameters`).
// @unchecked: Apple declares the same. The algorithm is set once.
@available(iOS 15.0, macOS 12.0, *)
open class ASAuthorizationPublicKeyCredentialParameters: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The algorithm's COSE number, such as -7 for ES256.
  open private(set) var algorithm: ASCOSEAlgorithmIdentifier

  /// Creates parameters for an algorithm.
  public init(algorithm: ASCOSEAlgorithmIdentifier) {
    self.algorithm = algorithm
  }

  /// Reads archived parameters; nil if the algorithm is missing.
  public required init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "algorithm") else { return nil }
    self.algorithm = ASCOSEAlgorithmIdentifier(coder.decodeInteger(forKey: "algorithm"))
  }

  /// True: archives contain only numbers.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the parameters to an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(algorithm.rawValue, forKey: "algorithm")
  }

  /// Returns the same object, because it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
