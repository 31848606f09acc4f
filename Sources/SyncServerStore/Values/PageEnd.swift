// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The size of one change's data: a version, or a commit.
struct ChangeSize {
  let sequence: UInt64
  let versions: Int
  let commits: Int
  let bytes: Int
}

extension PageLimits {
  /// The maximum number of versions of a commit, which have one change number (design: section 3.9).
  private static let mostVersionsOfCommit = 501

  /// The number of sizes, of versions and of commits, that are needed to find a page's end.
  var lookahead: Int { count + Self.mostVersionsOfCommit }

  /// Returns the last change number that fits; nil if everything does.
  func end(of sizes: [ChangeSize]) -> UInt64? {
    var versions = 0
    var commits = 0
    var bytes = 0
    var last: UInt64?
    var index = sizes.startIndex
    while index < sizes.endIndex {
      let sequence = sizes[index].sequence
      while index < sizes.endIndex, sizes[index].sequence == sequence {
        versions += sizes[index].versions
        commits += sizes[index].commits
        bytes += sizes[index].bytes
        index += 1
      }
      // The data of one commit stays together, even if it alone is too large.
      if let last, versions > count || commits > count || bytes > byteCount { return last }
      last = sequence
    }
    return nil
  }
}
