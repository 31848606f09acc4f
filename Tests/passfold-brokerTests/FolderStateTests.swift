// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing
import passfold_broker

@Suite("The state of a folder that a provider reads")
struct FolderStateTests {
  @Test("changes when something in any of its folders is created or removed, but not with what belongs to git")
  func changes() throws {
    let root = "/tmp/pf-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: root) }
    for folder in ["/shop.example", "/firm/bank.example", "/.git/objects"] {
      try FileManager.default.createDirectory(atPath: root + folder, withIntermediateDirectories: true)
    }
    /// Distinguishes changes within the same tick of the file system's clock.
    func put(_ path: String, at second: Int) throws {
      let folder = (root + path as NSString).deletingLastPathComponent
      try Data().write(to: URL(filePath: root + path))
      var times = [timespec(tv_sec: second, tv_nsec: 0), timespec(tv_sec: second, tv_nsec: 0)]
      utimensat(AT_FDCWD, folder, &times, 0)
    }
    var known = FolderState.ofTree(root)
    #expect(FolderState.ofTree(root) == known)
    for (number, path) in ["/new.gpg", "/shop.example/anne.gpg", "/firm/bank.example/ben.gpg"].enumerated() {
      try put(path, at: 1_000 + number)
      #expect(FolderState.ofTree(root) != known, "\\(path)")
      known = FolderState.ofTree(root)
    }
    try put("/.git/objects/aa", at: 2_000)
    #expect(FolderState.ofTree(root) == known)
    #expect(FolderState.ofTree(root + "/none") == 0)
  }
}
