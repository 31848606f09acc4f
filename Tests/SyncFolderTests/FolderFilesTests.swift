// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Foundation
import Glibc
import Synchronization
import SyncFolder
import SyncModel
import Testing

@Suite("The files of a folder that anyone can write to")
struct FolderFilesTests {
  private func filled() throws -> (folder: TestFolder, device: Device) {
    let folder = try TestFolder()
    var device = try Device()
    _ = folder.ask("POST", "/v1/accounts", device.founding)
    for number in 0..<3 { try device.change([number: "\(number)"], through: folder) }
    return (folder, device)
  }

  @Test("a file counts only once its content is complete")
  func halves() throws {
    let (source, device) = try filled()
    for path in source.files {
      let copy = try TestFolder()
      try copy.receive(from: source) { $0 != path }
      copy.restart(for: device.account)
      let content = try source.content(of: path)
      for count in [0, 1, content.count / 2, content.count - 1] {
        try copy.put(Array(content.prefix(count)), at: path)
        #expect(copy.picture() != source.picture())
      }
      // The right length, but not yet the right content.
      try copy.put([UInt8](repeating: 0, count: content.count), at: path)
      #expect(copy.picture() != source.picture())
      try copy.put(content, at: path)
      _ = copy.ask("POST", "/v1/session", session(device.account))
      #expect(copy.picture() == source.picture())
    }
  }

  @Test("a file that becomes complete without a new time or length is found within 64 looks")
  func sameStamp() throws {
    let (source, device) = try filled()
    let copy = try TestFolder()
    copy.ticks = false
    try copy.receive(from: source)
    copy.restart(for: device.account)
    let path = try #require(source.files.last { $0.hasSuffix(".commit") })
    let content = try source.content(of: path)
    let date = Date(timeIntervalSince1970: 1_800_000_000)
    func write(_ content: [UInt8]) throws {
      try copy.put(content, at: path)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: copy.url.appending(path: path).path)
    }
    try write([UInt8](repeating: 0, count: content.count))
    copy.restart(for: device.account)
    for _ in 0..<300 { _ = copy.ask("GET", "/v1/events") }
    #expect(copy.picture() != source.picture())
    try write(content)
    for _ in 0..<64 { _ = copy.ask("GET", "/v1/events") }
    #expect(copy.picture() == source.picture())
  }

  @Test("copies of a file are ignored while it exists, and one of them replaces it once it is missing")
  func duplicates() throws {
    let (folder, device) = try filled()
    let picture = folder.picture()
    for path in folder.files {
      let content = try folder.content(of: path)
      let parts = path.split(separator: ".", omittingEmptySubsequences: false)
      try folder.put(content, at: "\(parts[0]).sync-conflict-20260102-030405-ABCDEFG.\(parts[1])")
      try folder.put(Array(content.prefix(5)), at: "\(parts[0]) (conflicted copy).\(parts[1])")
    }
    #expect(folder.picture() == picture)
    // The carrier kept the copy and lost the file.
    for path in folder.files where !path.contains("conflict") { try FileManager.default.removeItem(at: folder.url.appending(path: path)) }
    _ = folder.ask("GET", "/v1/changes")
    _ = folder.ask("POST", "/v1/session", session(device.account))
    #expect(folder.picture() == picture)
    folder.restart(for: device.account)
    #expect(folder.picture() == picture)
  }

  @Test("foreign files, pipes, links, sockets and huge or nonsensical files are skipped without blocking")
  func hostile() throws {
    let (folder, device) = try filled()
    let picture = folder.picture()
    let files = folder.files
    let home = folder.url.appending(path: "passfold-sync-1/\(hex(device.account.bytes))")
    func place(_ number: Int, _ kind: String) -> String {
      let name = sha256([UInt8(number)])
      return home.appending(path: kind == "commit" ? "commit/ab/\(name).commit" : "\(kind)/\(name).\(kind)").path
    }
    try FileManager.default.createDirectory(at: home.appending(path: "commit/ab"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(at: home.appending(path: "rewraps"), withIntermediateDirectories: true)
    for kind in ["entry", "commit", "rewraps"] {
      #expect(mkfifo(place(1, kind), 0o600) == 0)
      #expect(symlink("/dev/zero", place(2, kind)) == 0)
      #expect(symlink(place(2, kind), place(3, kind)) == 0)
      #expect(mkdir(place(4, kind), 0o700) == 0)
      // A sparse file of a terabyte.
      let huge = open(place(5, kind), O_WRONLY | O_CREAT, 0o600)
      #expect(huge >= 0 && ftruncate(huge, 1 << 40) == 0)
      close(huge)
      #expect(mknod(place(6, kind), S_IFSOCK | 0o600, 0) == 0)
      // Named after its own content, which is nonsense.
      try Data([7]).write(to: URL(filePath: place(7, kind)))
    }
    try Data("hello".utf8).write(to: folder.url.appending(path: "holiday.jpg"))
    try Data().write(to: home.appending(path: "entry/.stfolder"))
    try Data().write(to: home.appending(path: "entry/x.entry"))
    // Folders of the commit tree that hold none of these commits.
    let commits = home.appending(path: "commit")
    let free = (0...UInt8.max).map { commits.appending(path: hex([$0])) }.filter { !FileManager.default.fileExists(atPath: $0.path) }
    #expect(symlink("/", free[0].path) == 0)
    try Data("no folder".utf8).write(to: free[1])
    #expect(folder.picture() == picture)
    folder.restart(for: device.account)
    #expect(folder.picture() == picture)
    #expect(Set(files).isSubset(of: folder.files))
  }

  @Test("nothing is written through a symbolic link that leads out of the folder")
  func links() throws {
    let outside = try TestFolder()
    let folder = try TestFolder()
    let device = try Device()
    #expect(symlink(outside.url.path, folder.url.appending(path: "passfold-sync-1").path) == 0)
    #expect(folder.ask("POST", "/v1/accounts", device.founding).code == "unavailable")
    #expect(outside.files.isEmpty)
  }

  @Test("a missing, replaced or unwritable folder answers that it is unavailable, and works again once it is back")
  func unavailable() throws {
    let (folder, device) = try filled()
    let away = folder.url.deletingLastPathComponent().appending(path: UUID().uuidString)
    try FileManager.default.moveItem(at: folder.url, to: away)
    let refused = folder.ask("GET", "/v1/changes")
    #expect(refused.status == 503 && refused.code == "unavailable")
    try Data().write(to: folder.url)
    #expect(folder.ask("GET", "/v1/log").code == "unavailable")
    try FileManager.default.removeItem(at: folder.url)
    try FileManager.default.moveItem(at: away, to: folder.url)
    #expect(folder.ask("GET", "/v1/changes").status == 200)
    // No process can create files there, not even one of root.
    let nowhere = SyncFolder(path: "/proc/self")
    #expect(nowhere.answer("POST", "/v1/accounts", device.founding).status == 503)
    let missing = SyncFolder(path: folder.url.path + "/missing")
    #expect(missing.answer("POST", "/v1/accounts", device.founding).status == 503)
  }

  @Test("a commit is stored completely or not at all on a full disk, and the answer reports the failure")
  func fullDisk() throws {
    let room = Room()
    var environment = FolderEnvironment.live
    environment.write = { descriptor, bytes in room.write(descriptor, bytes) }
    let folder = try TestFolder(environment: environment)
    var device = try Device()
    _ = folder.ask("POST", "/v1/accounts", device.founding)
    try device.change([1: "one"], through: folder)
    let files = folder.files
    let picture = folder.picture()
    let push = try device.push([1: "two"])
    for left in [0, 1, 100, push.body.count - 1] {
      room.byteCount = left
      let refused = folder.ask("POST", "/v1/commits", push.body)
      #expect(refused.status == 503 && refused.code == "unavailable")
      #expect(folder.files == files)
      #expect(folder.picture() == picture)
    }
    // In small pieces, as the system may write.
    room.byteCount = .max
    room.piece = 7
    #expect(folder.ask("POST", "/v1/commits", push.body).status == 200)
    #expect(folder.files.count == files.count + 1)
  }

  @Test("a file that is changed or removed after it was read is noticed, and the line then ends before it")
  func changedLater() throws {
    let (folder, device) = try filled()
    let commits = folder.files.filter { $0.hasSuffix(".commit") }
    let content = try folder.content(of: commits[0])
    var spoiled = content
    spoiled[spoiled.count - 1] ^= 1
    try folder.put(spoiled, at: commits[0])
    #expect(folder.ask("GET", "/v1/changes").code == "unavailable")
    // The file is now one of those that do not match, so the line ends before it.
    let shorter = folder.ask("GET", "/v1/changes")
    #expect(shorter.status == 200)
    #expect(try shorter.position(6).number < 3)
    #expect(folder.ask("GET", "/v1/changes?after=\(hex(try #require(device.cursor)))").code == "rebased")
    try folder.put(content, at: commits[0])
    #expect(try folder.ask("GET", "/v1/changes").position(6) == device.chain.head)
    for path in commits { try FileManager.default.removeItem(at: folder.url.appending(path: path)) }
    #expect(try folder.ask("GET", "/v1/changes").position(6) == .beginning)
  }

  @Test("writing changes and removes no existing file")
  func appendOnly() throws {
    var (folder, device) = try filled()
    let before = try folder.files.map { ($0, try folder.content(of: $0)) }
    var second = try device.admit()
    _ = folder.ask("POST", "/v1/log", device.lastEntry)
    try second.change([1: "x"], through: folder)
    try device.change([1: "y"], through: folder)
    for (path, content) in before { #expect(try folder.content(of: path) == content) }
    #expect(folder.files.allSatisfy { !$0.contains(".tmp") })
  }
}

/// The room that remains on the disk.
final class Room: Sendable {
  private let state = Mutex((byteCount: Int.max, piece: Int.max))

  var byteCount: Int {
    get { state.withLock { $0.byteCount } }
    set { state.withLock { $0.byteCount = newValue } }
  }
  var piece: Int {
    get { state.withLock { $0.piece } }
    set { state.withLock { $0.piece = newValue } }
  }

  func write(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
    state.withLock { state in
      let count = min(bytes.count, state.byteCount, state.piece)
      guard count > 0 else {
        errno = ENOSPC
        return -1
      }
      if state.byteCount != .max { state.byteCount -= count }
      return Glibc.write(descriptor, bytes.baseAddress, count)
    }
  }
}
