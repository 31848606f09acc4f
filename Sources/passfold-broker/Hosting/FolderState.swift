// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Numbers that change with the contents of folders, by the times at which something in them was created, replaced or removed.
package enum FolderState {
  /// The maximum number of folders of a tree that are looked at, because this happens with each request.
  private static let limit = 1_024

  /// The time of the last change in a folder itself, in nanoseconds; nil if it does not exist.
  package static func time(of folder: String) -> Int64? {
    var status = stat()
    guard lstat(folder, &status) == 0 else { return nil }
    return Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
  }

  /// A number for a folder and the folders in it. Those with a leading dot are left out: they belong to other programs, such as git.
  package static func ofTree(_ folder: String) -> Int64 {
    var folders = [folder]
    var state: Int64 = 0
    var count = 0
    while let next = folders.popLast(), count < limit {
      guard let time = time(of: next), let listing = opendir(next) else { continue }
      defer { closedir(listing) }
      count += 1
      state = state &+ time
      while let entry = readdir(listing) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if entry.pointee.d_type == UInt8(DT_DIR), !name.hasPrefix(".") { folders.append(next + "/" + name) }
      }
    }
    return state
  }
}
