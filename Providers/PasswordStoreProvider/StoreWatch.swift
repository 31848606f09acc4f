// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Glibc

/// Reports changes in the store while the provider runs: entries that `pass` or git adds, moves or removes, in any of its folders.
package enum StoreWatch {
  /// The maximum number of folders that are watched.
  private static let limit = 4_096
  /// The time to wait for more changes, because git changes many files in a row.
  private static let pause = Duration.milliseconds(200)

  /// A stream with an element after each series of changes; it ends with its reader. Without watches left in the system, it has no elements.
  ///
  /// - Parameter folder: The store's folder.
  package static func changes(in folder: String) -> AsyncStream<Void> {
    let (stream, report) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let watch = inotify_init1(CInt(IN_CLOEXEC | IN_NONBLOCK))
    guard watch >= 0 else { return stream }
    watchFolders(below: folder, by: watch)
    let queue = DispatchQueue(label: "passfold.password-store")
    // Dispatch lets any thread cancel a source, but its Swift type does not say so.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(fileDescriptor: watch, queue: queue)
    source.setEventHandler {
      Thread.sleep(forTimeInterval: pause / .seconds(1))
      var bytes = [UInt8](repeating: 0, count: 16_384)
      while read(watch, &bytes, bytes.count) > 0 {}
      // Watching a folder again changes nothing; new ones are added.
      watchFolders(below: folder, by: watch)
      report.yield()
    }
    source.setCancelHandler { close(watch) }
    report.onTermination = { _ in source.cancel() }
    source.activate()
    return stream
  }

  private static func watchFolders(below folder: String, by watch: CInt) {
    let events = UInt32(IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)
    var folders = [folder]
    var count = 0
    while let next = folders.popLast(), count < limit {
      guard inotify_add_watch(watch, next, events) >= 0 else { continue }
      count += 1
      let names = (try? FileManager.default.contentsOfDirectory(atPath: next)) ?? []
      // What begins with a dot belongs to pass and git.
      for name in names where !name.hasPrefix(".") && !name.hasSuffix(".gpg") {
        var status = stat()
        let path = next + "/" + name
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { folders.append(path) }
      }
    }
  }
}
