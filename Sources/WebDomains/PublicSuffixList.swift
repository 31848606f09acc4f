// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPublicSuffix

/// The public suffix list with its private section: the system's file if it is newer, otherwise the one built into libpsl.
struct PublicSuffixList: @unchecked Sendable {
  // The context is only read after its creation and never freed; libpsl allows that from any thread.
  private let context: OpaquePointer?

  /// The list shared by the whole process.
  static let system = PublicSuffixList(context: psl_latest(nil))

  /// Returns whether a rule of the list names a domain; false for a top-level domain without a rule.
  func lists(_ domain: String) -> Bool {
    psl_is_public_suffix2(context, domain, passfold_psl_any_section | passfold_psl_no_star_rule) == 1
  }

  /// Returns whether a domain is a public suffix. Unknown top-level domains count as public suffixes (the list's default rule).
  func isPublicSuffix(_ domain: String) -> Bool {
    psl_is_public_suffix2(context, domain, passfold_psl_any_section) == 1
  }
}
