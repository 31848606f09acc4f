// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import passfold_sync

@Suite("The confinement of the carrier", .timeLimit(.minutes(1)))
struct ConfinementTests {
  /// Installs the filter in a separate program, which then does one thing.
  private static let script = """
    import ctypes, os, socket, struct, sys, threading
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap.restype = ctypes.c_void_p
    def call(function, *arguments):
        if function(*arguments) in (-1, ctypes.c_void_p(-1).value):
            raise OSError(ctypes.get_errno(), "")
    if sys.argv[1]:
        program = open(sys.argv[1], "rb").read()
        held = ctypes.create_string_buffer(program, len(program))
        described = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(program) // 8, ctypes.addressof(held)), 16)
        call(libc.prctl, 38, 1, 0, 0, 0)
        call(libc.prctl, 22, 2, described, 0, 0)
    try:
        exec(sys.argv[2])
    except OSError as error:
        os._exit(error.errno)
    os._exit(0)
    """

  /// How the program ended: 0 on success, the number of the error, or the negated number of the signal that ended it.
  private func outcome(of thing: String, isConfined: Bool = true) throws -> Int32 {
    let filter = FileManager.default.temporaryDirectory.appendingPathComponent("filter-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: filter) }
    try Data(try Confinement.program()).write(to: filter)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = ["-c", Self.script, isConfined ? filter.path : "", thing]
    try process.run()
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
  }

  @Test(
    "lets the carrier look up names, connect, read files and use threads",
    arguments: [
      "socket.getaddrinfo('localhost', 443)", "socket.socket(socket.AF_INET)", "a, b = socket.socketpair(); a.send(b'x'); b.recv(1)",
      "open('/etc/hosts').read()", "t = threading.Thread(target=lambda: None); t.start(); t.join()",
    ])
  func allowed(thing: String) throws {
    #expect(try outcome(of: thing) == 0)
  }

  @Test(
    "kills the carrier when it starts a program, inspects another process or signals it",
    arguments: [
      "os.execv('/bin/true', ['true'])", "call(libc.ptrace, 16, os.getppid(), 0, 0)", "os.kill(os.getppid(), 0)", "os.memfd_create('a')",
    ])
  func ends(thing: String) throws {
    #expect(try outcome(of: thing) == -SIGSYS)
  }

  @Test(
    "denies changing owners or modes, listening, forking, new namespaces and writable executable memory",
    arguments: [
      "os.chmod('/tmp', 0o1777)", "os.utime('/tmp')", "socket.socket(socket.AF_INET).listen()", "os.fork()",
      "call(libc.unshare, 0)", "call(libc.mmap, 0, 4096, 7, 0x22, -1, 0)",
    ])
  func refused(thing: String) throws {
    #expect(try outcome(of: thing) == EPERM)
    // Without the filter, the same calls succeed.
    #expect(try outcome(of: thing, isConfined: false) == 0)
  }
}
