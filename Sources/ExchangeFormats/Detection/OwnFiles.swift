// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange

/// Recognises programs' internal files that are not exports, so that the user can be told what to use instead.
enum OwnFiles {
  /// The starts of the files in an OPVault, ignoring spaces (1Password: "OPVault Design", 2012): scripts that call a function with the
  /// file's data.
  private static let openings: [StaticString] = ["varprofile=", "loadFolders(", "loadProfile(", "loadContents(", "ld({"]
  /// The name of Authy's list in its Android preferences, plain or encrypted.
  private static let authy = Array("com.authy.storage.tokens".utf8)

  static func code(of bytes: UnsafeRawBufferPointer) -> CredentialExchangeError.Code? {
    let start = bytes.prefix(1024).drop { $0 <= 0x20 || $0 >= 0x80 }
    let isVault = openings.contains { opening in
      opening.withUTF8Buffer { opening in start.lazy.filter { $0 != 0x20 }.starts(with: opening) }
    }
    if isVault { return .opVault }
    return start.first == UInt8(ascii: "<") && bytes.prefix(4096).firstRange(of: authy) != nil ? .authyFile : nil
  }
}
