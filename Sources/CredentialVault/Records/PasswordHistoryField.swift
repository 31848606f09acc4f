// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import SecretMemory
import SyncModel

/// The old passwords of a login: an array of `[retired, password]`, encoded and decoded in secret memory.
enum PasswordHistoryField {
  private static let partCount: UInt64 = 2

  static func encode(_ history: [RetiredPassword]) -> SharedSecret {
    var pieces = SecretPieces()
    pieces.append(SecretCBORCursor.head(.array, UInt64(history.count)))
    for entry in history {
      pieces.append(SecretCBORCursor.head(.array, partCount))
      pieces.append(SecretCBORCursor.head(.unsigned, RecordBody.milliseconds(entry.retired)))
      pieces.append(byteString: entry.password)
    }
    return pieces.joined()
  }

  /// Returns the history; nil for a value of a newer version.
  static func decode(_ encoded: SharedSecret) -> [RetiredPassword]? {
    encoded.withBytes { bytes in
      var cursor = SecretCBORCursor(bytes)
      return try? read(&cursor)
    }
  }

  private static func read(_ cursor: inout SecretCBORCursor) throws -> [RetiredPassword] {
    let array = try cursor.readHead()
    guard array.major == .array else { throw SecretCBORCursor.Malformed() }
    var history: [RetiredPassword] = []
    for _ in 0..<array.argument {
      guard try cursor.readHead() == (.array, partCount) else { throw SecretCBORCursor.Malformed() }
      let retired = try cursor.readUnsigned()
      history.append(RetiredPassword(password: SharedSecret(copying: try cursor.readBytes()), retired: RecordBody.date(retired)))
    }
    guard cursor.isAtEnd else { throw SecretCBORCursor.Malformed() }
    return history
  }
}
