// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialVault
import Foundation
import Glibc
import SyncModel
import Testing
import VaultSync

/// Things other than the expected files and folders, and too many of them.
extension FolderScenario {
  static let kinds: [FolderScenario] = inFilesPlaces + inFoldersPlaces + crowds

  /// Something else in place of a file: a commit in its place counts as not yet arrived.
  private static func place(_ what: String, _ put: @escaping @Sendable (inout FolderRun, String) throws -> Void) -> [FolderScenario] {
    [
      FolderScenario("\(what) in place of a new commit", .none) { run in
        let path = try run.commit(try run.pick(run.newNumbers))
        try run.disk.remove(path)
        try put(&run, path)
      },
      FolderScenario("\(what) in place of a known entry", .alarm(.logRolledBack)) { run in
        let path = try run.pick(Array(run.knownEntries.dropFirst(2)))
        try run.disk.remove(path)
        try put(&run, path)
      },
    ]
  }

  private static func require(_ result: CInt) throws { try #require(result == 0) }

  private static let inFilesPlaces: [FolderScenario] =
    place("A link to an endless file") { run, path in try require(symlink("/dev/zero", run.disk.place(path).path)) }
    + place("A link to itself") { run, path in try require(symlink(run.disk.place(path).path, run.disk.place(path).path)) }
    + place("A link to the original content") { run, path in
      let content = try #require(run.honest.contents[path])
      try run.disk.write(content, at: "elsewhere")
      try require(symlink(run.disk.place("elsewhere").path, run.disk.place(path).path))
    }
    + place("A FIFO without a writer") { run, path in try require(mkfifo(run.disk.place(path).path, 0o666)) }
    + place("A socket") { run, path in try require(mknod(run.disk.place(path).path, S_IFSOCK | 0o666, 0)) }
    + place("A folder") { run, path in try require(mkdir(run.disk.place(path).path, 0o777)) }
    + place("A sparse file of a terabyte") { run, path in
      let file = open(run.disk.place(path).path, O_WRONLY | O_CREAT, 0o644)
      try #require(file >= 0)
      defer { close(file) }
      try require(ftruncate(file, 1 << 40))
    }
    + place("A device file") { run, path in
      // Only root can create one; other users get a folder in its place, which serves as well.
      let zero: dev_t = 1 << 8 | 5
      if mknod(run.disk.place(path).path, S_IFCHR | 0o666, zero) != 0 { try require(mkdir(run.disk.place(path).path, 0o777)) }
    }
    + place("A file without read permission") { run, path in
      try run.disk.write(try #require(run.honest.contents[path]), at: path)
      try require(chmod(run.disk.place(path).path, 0))
      run.meanwhile.isBoundByModes = true
    }

  private static let inFoldersPlaces: [FolderScenario] = [
    FolderScenario("A file in place of the folder of entries", .refusal(.refused)) { run in
      try run.disk.remove("\(run.disk.accountPath)/entry")
      try run.disk.write([1], at: "\(run.disk.accountPath)/entry")
    },
    FolderScenario("A FIFO in place of the folder of commits", .alarm(.logRolledBack)) { run in
      try run.disk.remove("\(run.disk.accountPath)/commit")
      try require(mkfifo(run.disk.place("\(run.disk.accountPath)/commit").path, 0o666))
    },
    FolderScenario("A link in place of the account's folder", .refusal(.refused)) { run in
      try run.disk.move(run.disk.accountPath, to: "elsewhere")
      try require(symlink(run.disk.place("elsewhere").path, run.disk.place(run.disk.accountPath).path))
    },
    FolderScenario("A link out of the folder among the folders of commits", .none) { run in
      try run.disk.makeFolder("\(run.disk.accountPath)/commit")
      let free = try #require(
        (0...255).map { String(format: "%02x", $0) }.first {
          !FileManager.default.fileExists(atPath: run.disk.place("\(run.disk.accountPath)/commit/\($0)").path)
        })
      let link = run.disk.place("\(run.disk.accountPath)/commit/\(free)").path
      try require(symlink("/", link))
      // One time in 256 the device's own commit belongs in the link's place, and could not be written.
      run.meanwhile.before = { request, _ in
        if request.method == "POST", request.path == "/v1/commits" { unlink(link) }
      }
    },
    FolderScenario("A file in place of the synchronised folder", .refusal(.unreachable)) { run in
      try FileManager.default.removeItem(at: run.disk.url)
      try Data("no folder".utf8).write(to: run.disk.url)
    },
    FolderScenario("A link in place of the synchronised folder", .none) { run in
      let real = run.disk.url.deletingLastPathComponent().appending(path: "real")
      try FileManager.default.moveItem(at: run.disk.url, to: real)
      try require(symlink(real.path, run.disk.url.path))
    } then: { run, vault in
      try run.expectNews(in: vault)
    },
    FolderScenario("A folder without read permission", .refusal(.unreachable)) { run in
      try require(chmod(run.disk.place("\(run.disk.accountPath)/commit").path, 0))
      run.meanwhile.isBoundByModes = true
    },
    FolderScenario("A folder without write permission", .refusal(.unreachable)) { run in
      let found = FileManager.default.enumerator(atPath: run.disk.url.path)?.compactMap { $0 as? String } ?? []
      for path in found + [""] {
        var isFolder: ObjCBool = false
        let place = run.disk.place(path).path
        if FileManager.default.fileExists(atPath: place, isDirectory: &isFolder), isFolder.boolValue { try require(chmod(place, 0o555)) }
      }
      run.meanwhile.isBoundByModes = true
    } then: { run, vault in
      try run.expectNews(in: vault)
    },
  ]

  private static let crowds: [FolderScenario] = [
    FolderScenario("A hundred thousand unrelated files", .none) { run in
      let folder = run.disk.place("\(run.disk.accountPath)/entry").path
      run.meanwhile.before = { _, count in
        guard count == 0 else { return }
        for number in 0..<100_000 {
          let file = open("\(folder)/holiday-\(number).jpg", O_WRONLY | O_CREAT, 0o644)
          try #require(file >= 0)
          close(file)
        }
      }
    } then: { run, vault in
      try run.expectNews(in: vault)
      // Otherwise each later read would list them.
      let folder = run.disk.place("\(run.disk.accountPath)/entry").path
      for number in 0..<100_000 { unlink("\(folder)/holiday-\(number).jpg") }
    },
    FolderScenario("Thousands of invalid files with names of commits", .none) { run in
      for number in 0..<2_000 {
        let name = FolderOnDisk.hash([UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)])
        try run.disk.write([UInt8](repeating: 0, count: 100), at: "\(run.disk.accountPath)/commit/\(name.prefix(2))/\(name).commit")
      }
    } then: { run, vault in
      try run.expectNews(in: vault)
    },
    FolderScenario("Hundreds of unrelated folders", .none) { run in
      for number in 0..<500 { try run.disk.makeFolder("\(run.disk.accountPath)/commit/x\(number)/ab/cd") }
      for number in 0..<500 { try run.disk.makeFolder("passfold-sync-1/\(number)") }
    },
    FolderScenario("Folders nested deeper than the longest path", .none) { run in
      var here = open(run.disk.place("\(run.disk.accountPath)/entry").path, O_RDONLY | O_DIRECTORY)
      for _ in 0..<200 where here >= 0 {
        _ = mkdirat(here, "deeper-and-deeper-and-deeper", 0o777)
        let next = openat(here, "deeper-and-deeper-and-deeper", O_RDONLY | O_DIRECTORY)
        close(here)
        here = next
      }
      if here >= 0 { close(here) }
    } then: { run, _ in
      // They are removed step by step, as they were created.
      _ = try? run.disk.removeDeep("\(run.disk.accountPath)/entry/deeper-and-deeper-and-deeper")
    },
  ]
}

extension FolderOnDisk {
  /// Removes nested folders from the inside out.
  func removeDeep(_ path: String) throws {
    let task = Process()
    task.executableURL = URL(filePath: "/bin/rm")
    task.arguments = ["-rf", place(path).path]
    try task.run()
    task.waitUntilExit()
  }
}
