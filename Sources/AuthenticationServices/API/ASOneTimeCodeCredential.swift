// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A one-time code, for one request.
@available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
open class ASOneTimeCodeCredential: NSObject, ASAuthorizationCredential {
  /// The code as it is to be typed.
  open private(set) var code: String

  /// Holds a code; compute it when the request is completed, so that it is not about to end.
  public init(code: String) {
    self.code = code
  }

  /// Reads an archived credential; nil when the code is missing.
  public required init?(coder: NSCoder) {
    guard let code = coder.archivedString(forKey: "code") else { return nil }
    self.code = code
  }

  /// True: archives hold strings only.
  public class var supportsSecureCoding: Bool { true }

  /// Writes the credential to an archive.
  open func encode(with coder: NSCoder) {
    coder.archive(code, forKey: "code")
  }

  /// Returns itself, as it cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
