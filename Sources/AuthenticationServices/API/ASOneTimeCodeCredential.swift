// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A one-time code, for one request.
@available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
open class ASOneTimeCodeCredential: NSObject, ASAuthorizationCredential {
  /// The code to type.
  open private(set) var code: String

  /// Creates a credential. Compute the code when completing the request, so that it does not expire immediately.
  public init(code: String) {
    self.code = code
  }

  /// Reads an archived credential; nil if the code is missing.
  public required init?(coder: NSCoder) {
    guard let code = coder.archivedString(forKey: "code") else { return nil }
    self.code = code
  }

  /// True: archives contain only strings.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the credential to an archive.
  open func encode(with coder: NSCoder) {
    coder.archive(code, forKey: "code")
  }

  /// Returns the same object, because it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
