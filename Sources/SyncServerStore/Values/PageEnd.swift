// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// How large what one change brought is: a version, or a commit.
struct ChangeSize {
  let sequence: UInt64
  let versions: Int
  let commits: Int
  let bytes: Int
}

extension PageLimits {
  /// A commit brings at most so many versions, which have one change number (design: section 3.9).
  private static let mostVersionsOfCommit = 501

  /// How many sizes have to be looked at, of versions and of commits, to find a page's end.
  var lookahead: Int { count + Self.mostVersionsOfCommit }

  /// The last change number that fits; nil where everything does.
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
      // What one commit brought stays together, even where it alone is too much.
      if let last, versions > count || commits > count || bytes > byteCount { return last }
      last = sequence
    }
    return nil
  }
}
