// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialVault
import Foundation
import Glibc
import SyncFolder
import SyncModel
import Synchronization
import Testing
import VaultSync

/// Events caused by machines, disks and carriers during an exchange.
extension FolderScenario {
  static let machines: [FolderScenario] = [
    FolderScenario("A USB stick removed during an exchange", .refusal(.unreachable)) { run in
      // At any stage of the exchange: logging in, reading the log or the changes, writing.
      let (when, disk) = (run.number(below: 4), run.disk)
      run.meanwhile.before = { _, count in
        if count == when { try FileManager.default.moveItem(at: disk.url, to: disk.away) }
      }
    } then: { run, _ in
      try FileManager.default.moveItem(at: run.disk.away, to: run.disk.url)
    },
    FolderScenario("Files that disappear during an exchange", .refusal(.refused)) { run in
      let (when, disk) = (run.number(below: 4), run.disk)
      run.meanwhile.before = { _, count in
        if count == when { try FileManager.default.removeItem(at: disk.place("passfold-sync-1")) }
      }
    },
    FolderScenario("Commits that disappear between two reads", .none) { run in
      let (disk, paths) = (run.disk, try ((run.lastNamed + 1)...run.last.head.number).map { try run.commit($0) })
      run.meanwhile.before = { request, _ in
        guard request.path.hasPrefix("/v1/changes") else { return }
        for path in paths { try? disk.remove(path) }
      }
    },
    FolderScenario("Commits that arrive between two reads", .none) { run in
      let (disk, files) = (run.disk, run.honest)
      try run.holdBackNews()
      run.meanwhile.before = { request, _ in if request.path.hasPrefix("/v1/changes") { try disk.write(files) } }
    } then: { run, vault in
      try run.expectNews(in: vault)
    },
    FolderScenario("Another device's commit at the same moment", .none, keepsFolder: true) { run in
      let (log, chain) = run.base.present
      let commit = try chain.makeCommit(of: [], by: run.base.second.author, log: log, clock: run.hostileClock)
      let content = FolderOnDisk.commitFile(commit.encoded, [])
      let (disk, isWritten) = (run.disk, Remembered(false))
      // While the device's own file is being written.
      var live = FolderEnvironment.live
      live.write = { descriptor, bytes in
        if !isWritten.now {
          isWritten.now = true
          try? disk.write(content, at: disk.commitPath(content))
        }
        return Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      }
      run.meanwhile.environment = live
    },
    FolderScenario("A folder without free space", .refusal(.unreachable)) { run in
      let room = Mutex(run.number(below: 900))
      let left = Room(room.withLock { $0 })
      run.meanwhile.environment.write = { left.write($0, $1) }
    } then: { run, vault in
      try run.expectNews(in: vault)
    },
    FolderScenario("A full disk", .refusal(.unreachable)) { run in
      // Root fills a small disk; for other users, every write fails instead.
      let contents = run.honest.contents
      guard try run.disk.mountSmall() else { return run.meanwhile.environment.write = { Room(0).write($0, $1) } }
      try run.disk.become(contents)
      let filling = open(run.disk.place("filling").path, O_WRONLY | O_CREAT, 0o644)
      let zeroes = [UInt8](repeating: 0, count: 4_096)
      while write(filling, zeroes, zeroes.count) > 0 {}
      close(filling)
    } then: { run, vault in
      run.disk.unmount()
      try run.expectNews(in: vault)
    },
    FolderScenario("A disk that fails in the middle of a file", .refusal(.unreachable)) { run in
      let count = Remembered(0)
      run.meanwhile.environment.write = { descriptor, bytes in
        guard count.next() < 2 else {
          errno = EIO
          return -1
        }
        return Glibc.write(descriptor, bytes.baseAddress, min(bytes.count, 100))
      }
    } then: { run, vault in
      try run.expectNews(in: vault)
    },
    FolderScenario("A disk that writes a few bytes at a time", .none) { run in
      run.meanwhile.environment.write = { Glibc.write($0, $1.baseAddress, min($1.count, 7)) }
    },
    FolderScenario("A machine whose clock is years off", .none) { run in
      let time = try run.pick([0, 1, 4_000_000_000_000] as [UInt64])
      run.meanwhile.environment.now = { time }
    },
    FolderScenario("Files with dates far in the past or future", .none) { run in
      for path in run.honest.contents.keys.sorted() {
        let seconds = try run.pick([-4_000_000_000, 0, 1, 32_503_680_000])
        var times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
        try #require(utimensat(AT_FDCWD, run.disk.place(path).path, &times, 0) == 0)
      }
    } then: { run, vault in
      try run.expectNews(in: vault)
    },
    FolderScenario("A carrier that rewrites every file again and again", .none) { run in
      let (disk, files) = (run.disk, run.honest)
      run.meanwhile.before = { _, _ in try disk.write(files) }
    },
    FolderScenario("A folder that arrives file by file", .none, attempts: 30) { run in
      let (disk, files) = (run.disk, run.honest)
      for number in run.newNumbers { try run.disk.remove(run.commit(number)) }
      let late = run.newNumbers.reversed().compactMap { run.honest.commits[$0] }
      let count = Remembered(0)
      run.meanwhile.before = { request, _ in
        guard request.path.hasPrefix("/v1/changes") else { return }
        let path = late[min(count.next(), late.count - 1)]
        try disk.write(files.contents[path] ?? [], at: path)
      }
    } then: { run, vault in
      try run.expectNews(in: vault)
    },
  ]

  /// The room that remains on the disk.
  private final class Room: Sendable {
    private let byteCount: Mutex<Int>
    init(_ byteCount: Int) { self.byteCount = Mutex(byteCount) }

    func write(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
      byteCount.withLock { left in
        let count = min(bytes.count, left)
        guard count > 0 else {
          errno = ENOSPC
          return -1
        }
        left -= count
        return Glibc.write(descriptor, bytes.baseAddress, count)
      }
    }
  }
}

extension FolderOnDisk {
  /// The location of a removable disk after it was pulled out.
  var away: URL { url.deletingLastPathComponent().appending(path: "away") }

  /// Mounts a separate disk of half a mebibyte in place of the folder; returns false without the right to do so.
  func mountSmall() throws -> Bool {
    guard geteuid() == 0 else { return false }
    return mount("tmpfs", url.path, "tmpfs", 0, "size=512k,mode=777") == 0
  }

  func unmount() { umount2(url.path, CInt(MNT_DETACH)) }
}
