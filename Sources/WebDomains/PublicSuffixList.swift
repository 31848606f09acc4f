// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPublicSuffix

/// The public suffix list with its private section: the system's file when it is newer, else the one built into libpsl.
struct PublicSuffixList: @unchecked Sendable {
  // The context is only read after it is made and is never freed, which libpsl allows from any thread.
  private let context: OpaquePointer?

  /// The list that the whole process uses.
  static let system = PublicSuffixList(context: psl_latest(nil))

  /// Whether a domain is named by a rule of the list; a top-level domain that no rule names is not.
  func lists(_ domain: String) -> Bool {
    psl_is_public_suffix2(context, domain, passfold_psl_any_section | passfold_psl_no_star_rule) == 1
  }

  /// Whether a domain is a public suffix, counting every unknown top-level domain as one (the list's default rule).
  func isPublicSuffix(_ domain: String) -> Bool {
    psl_is_public_suffix2(context, domain, passfold_psl_any_section) == 1
  }
}
