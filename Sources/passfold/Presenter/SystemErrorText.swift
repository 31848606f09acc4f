// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Translations

/// The text for one of the system's error numbers.
enum SystemErrorText {
  static func text(_ errorNumber: Int32) -> String {
    switch errorNumber {
    case ENOENT: return translated("no such file or directory")
    case EACCES: return translated("permission denied")
    case EPERM: return translated("operation not permitted")
    case EEXIST: return translated("file exists")
    case ENOTDIR: return translated("not a directory")
    case EISDIR: return translated("is a directory")
    case ENOSPC: return translated("no space left on device")
    case EDQUOT: return translated("disk quota exceeded")
    case EROFS: return translated("read-only file system")
    case EIO: return translated("input/output error")
    case ENAMETOOLONG: return translated("file name too long")
    case ELOOP: return translated("too many levels of symbolic links")
    default:
      // The C library has its own catalogue, if it is installed.
      guard let text = strerror(errorNumber).map({ String(cString: $0) }) else { return translated("error \(errorNumber)") }
      return text.prefix(1).lowercased() + text.dropFirst()
    }
  }
}
