// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A failed system call on a file or folder.
package struct FileFault: Error, Hashable, Sendable {
  /// The errno(3) value.
  package let errorNumber: CInt

  /// Describes a failure.
  package init(errorNumber: CInt) {
    self.errorNumber = errorNumber
  }
}
