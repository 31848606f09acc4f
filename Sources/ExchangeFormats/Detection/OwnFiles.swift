// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange

/// Files that programs keep for themselves and that are no exports: a person is told what to take instead.
enum OwnFiles {
  /// With what each file of an OPVault begins, blanks aside (1Password: "OPVault Design", 2012): scripts that call a function with all that is in them.
  private static let openings: [StaticString] = ["varprofile=", "loadFolders(", "loadProfile(", "loadContents(", "ld({"]
  /// What Authy's preferences on Android call its list, plain or sealed.
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
