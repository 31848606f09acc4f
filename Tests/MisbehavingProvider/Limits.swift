// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// The amount of the computer's resources that the provider can obtain, measured by obtaining them.
enum Limits {
  /// p: processes that it could start, up to 300; m: MiB of its own memory, up to 1024; s: GiB of shared memory, up to 64; t: MiB of
  /// temporary files, up to 256; then a letter and 1 or 0 for calls that control other processes or reach into the kernel.
  static var reached: String {
    let processes = processCount
    let calls = [
      ("u", call("unshare", 0x1000_0000)), ("k", call("syscall", 250, 0, -3)), ("b", call("syscall", 321, 0)),
      ("i", ioctlAccepts(0x5412)), ("j", ioctlAccepts(0x1_0000_5412)), ("a", socketOpens(38)), ("v", socketOpens(40)),
      ("x", socketOpens(1)),
      ("c", FileManager.default.createFile(atPath: "/mark", contents: nil)),
      ("e", FileManager.default.createFile(atPath: "/dev/mark", contents: nil)),
    ]
    let temporary = (0..<256).prefix { _ in append(megabytes: 1, to: "/tmp/filler") }.count
    return "p\(processes)m\(ownMemory)s\(sharedMemory)t\(temporary)" + calls.map { $0 + ($1 ? "1" : "0") }.joined()
  }

  /// Starts a process that sleeps in its own session. Returns nil if no more can be started.
  static func startSleeper() -> pid_t? {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // POSIX_SPAWN_SETSID.
    posix_spawnattr_setflags(&attributes, 0x80)
    var process: pid_t = 0
    let words = [strdup("sleep"), strdup("601"), nil]
    defer { words.forEach { free($0) } }
    return posix_spawn(&process, "/bin/sleep", nil, &attributes, words, nil) == 0 ? process : nil
  }

  /// Appends to a file in its own folder or at an absolute path. Returns false if that is not allowed.
  static func append(megabytes: Int, to name: String) -> Bool {
    let path = name.hasPrefix("/") ? name : (ProcessInfo.processInfo.environment["HOME"] ?? "") + "/" + name
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let bytes = [UInt8](repeating: 1, count: megabytes << 20)
    return write(descriptor, bytes, bytes.count) == bytes.count
  }

  /// The number of processes that could be started. It ends them afterwards, because without a free process Dispatch may find no thread for
  /// the answer.
  private static var processCount: Int {
    var started: [pid_t] = []
    while started.count < 300, let process = startSleeper() { started.append(process) }
    for process in started {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    return started.count
  }

  private static var ownMemory: Int {
    let pieces = (0..<1024).map { _ in mmap(nil, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) }
    let taken = pieces.filter { $0 != MAP_FAILED }
    for piece in taken { munmap(piece, 1 << 20) }
    return taken.count
  }

  private static var sharedMemory: Int {
    let pieces = (0..<64).map { _ in mmap(nil, 1 << 30, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) }
    let taken = pieces.filter { $0 != MAP_FAILED }
    for piece in taken { munmap(piece, 1 << 30) }
    return taken.count
  }

  private static func socketOpens(_ family: CInt) -> Bool {
    // AF_ALG needs its own kind of socket.
    let descriptor = socket(family, family == 38 ? 5 : 1, 0)
    if descriptor >= 0 { close(descriptor) }
    return descriptor >= 0
  }

  /// Whether a system call that is not declared here is allowed, whatever it returns.
  private static func call(_ name: String, _ arguments: Int...) -> Bool {
    typealias Call = @convention(c) (Int, Int, Int) -> Int
    guard let symbol = dlsym(nil, name) else { return false }
    let words = arguments + [0, 0, 0]
    let result = unsafeBitCast(symbol, to: Call.self)(words[0], words[1], words[2])
    return Int32(truncatingIfNeeded: result) >= 0 || errno != ENOSYS
  }

  /// Whether the kernel accepts a request about a terminal. Without a terminal it answers that there is none; the filter answers with
  /// another error.
  private static func ioctlAccepts(_ request: Int) -> Bool {
    typealias Call = @convention(c) (CInt, Int, UnsafeMutableRawPointer?) -> CInt
    guard let symbol = dlsym(nil, "ioctl") else { return false }
    return unsafeBitCast(symbol, to: Call.self)(0, request, nil) >= 0 || errno != EPERM
  }
}
