// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// How much of the computer the provider can get hold of, found out by taking it.
enum Limits {
  /// p: processes it could start, of 300; m: MiB of own memory, of 1024; s: GiB of shared memory, of 64; t: MiB of temporary files, of 256;
  /// then a letter and 1 or 0 for calls that steer other processes or reach into the kernel.
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

  /// Starts a process in a session of its own that sleeps; nil when there are no more to be had.
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

  /// Makes a file in its own folder, or at an absolute path, longer; false when it may not.
  static func append(megabytes: Int, to name: String) -> Bool {
    let path = name.hasPrefix("/") ? name : (ProcessInfo.processInfo.environment["HOME"] ?? "") + "/" + name
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let bytes = [UInt8](repeating: 1, count: megabytes << 20)
    return write(descriptor, bytes, bytes.count) == bytes.count
  }

  /// Ends the processes that it counted: while there are no more to be had, Dispatch may find no thread to send the answer on.
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
    // AF_ALG takes its own kind of socket.
    let descriptor = socket(family, family == 38 ? 5 : 1, 0)
    if descriptor >= 0 { close(descriptor) }
    return descriptor >= 0
  }

  /// Whether a call that has no declaration here is let through, whatever it then says.
  private static func call(_ name: String, _ arguments: Int...) -> Bool {
    typealias Call = @convention(c) (Int, Int, Int) -> Int
    guard let symbol = dlsym(nil, name) else { return false }
    let words = arguments + [0, 0, 0]
    let result = unsafeBitCast(symbol, to: Call.self)(words[0], words[1], words[2])
    return Int32(truncatingIfNeeded: result) >= 0 || errno != ENOSYS
  }

  /// Whether the kernel looks at a request about a terminal: without one it answers that there is none, and the filter with another error.
  private static func ioctlAccepts(_ request: Int) -> Bool {
    typealias Call = @convention(c) (CInt, Int, UnsafeMutableRawPointer?) -> CInt
    guard let symbol = dlsym(nil, "ioctl") else { return false }
    return unsafeBitCast(symbol, to: Call.self)(0, request, nil) >= 0 || errno != EPERM
  }
}
