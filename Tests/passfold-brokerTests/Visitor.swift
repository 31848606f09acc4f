// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LocalEndpoint
import LocalTransport
import Testing

/// A program that connects to a server of the test, with or without a bubblewrap sandbox, and follows instructions line by line.
final class Visitor {
  let folder: URL
  let connection: LocalConnection
  private let process = Process()
  private let input = Pipe()
  private let server: LocalServer

  /// Python at a path that the broker sees too.
  static let python = "/usr/bin/python3"

  private static let script = """
    import ctypes, os, socket, sys
    hides, path = sys.argv[1] == "hidden", sys.argv[2]
    if hides:
        ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
    door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    door.connect(path)
    door.set_inheritable(True)
    if sys.stdin.readline() == "become\\n":
        os.execv("/bin/sleep", ["sleep", "600"])
    """

  /// - Parameters:
  ///   - box: The arguments of bubblewrap; nil starts the program without a sandbox. `@` stands for a folder that both sides see.
  ///   - program: The path at which Python is run.
  ///   - prepare: Called with the folder before anything starts.
  init(hides: Bool = false, box: [String]? = nil, program: String = python, prepare: (URL) throws -> Void = { _ in }) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "passfold-visitor-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let path = folder.path
    try Self.script.write(to: folder.appending(path: "visitor.py"), atomically: true, encoding: .utf8)
    try prepare(folder)
    server = try LocalServer.listen(at: path + "/door")
    var words = [program, path + "/visitor.py", hides ? "hidden" : "open", path + "/door"]
    if let box {
      let arguments = box.map { $0.replacingOccurrences(of: "@", with: path) } + ["--bind", path, path, "--info-fd", "9"]
      // What bubblewrap reports of its child is what Flatpak keeps as bwrapinfo.json.
      words = ["/bin/sh", "-c", "exec bwrap \"$@\" 9> \(path)/bwrapinfo.json", "sh"] + arguments + words
    }
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardInput = input
    try process.run()
    var arrivals = server.connections.makeAsyncIterator()
    connection = try #require(await arrivals.next())
  }

  var number: Int32 { connection.peer?.process ?? 0 }

  /// Makes the program execute another one, and waits until it has.
  func becomeAnother() async throws {
    let before = FileIdentity.program(ofProcess: number)
    input.fileHandleForWriting.write(Data("become\n".utf8))
    for _ in 0..<2_000 where FileIdentity.program(ofProcess: number) == before { try await Task.sleep(for: .milliseconds(5)) }
    #expect(FileIdentity.program(ofProcess: number) != before)
  }

  func leave() {
    connection.close()
    kill(number, SIGKILL)
    process.terminate()
    process.waitUntilExit()
    server.close()
    try? FileManager.default.removeItem(at: folder)
  }
}
