// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LocalEndpoint
import LocalTransport
import Testing

@Suite("A socket opened by a service manager (sd_listen_fds(3))")
struct ActivationTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("activation-\(UUID().uuidString.prefix(8))").path
  private var path: String { folder + "/broker.sock" }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  private func take(_ descriptor: CInt, _ variables: [String: String?] = [:]) throws(LocalEndpointError) -> CInt? {
    let given = ["LISTEN_PID": String(getpid()), "LISTEN_FDS": "1"].merging(variables) { $1 }
    return try ActivationSocket.take(at: path, descriptor: descriptor) { given[$0] ?? nil }
  }

  @Test("is accepted if it is the endpoint's own, and set to close on exec")
  func own() throws {
    let descriptor = try UnixSocket.listen(at: path)
    defer { close(descriptor) }
    _ = fcntl(descriptor, F_SETFD, 0)
    _ = fcntl(descriptor, F_SETFL, 0)
    #expect(try take(descriptor) == descriptor)
    #expect(fcntl(descriptor, F_GETFD) == FD_CLOEXEC)
    #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
  }

  @Test("is absent if no manager passed one or it was passed to another process")
  func none() throws {
    let descriptor = try UnixSocket.listen(at: path)
    defer { close(descriptor) }
    for variables in [["LISTEN_PID": nil], ["LISTEN_FDS": nil], ["LISTEN_PID": "1"], ["LISTEN_PID": "-1"], ["LISTEN_PID": "99999999999"]] {
      #expect(try take(descriptor, variables) == nil)
    }
  }

  @Test("is refused if it is another socket, not a socket, or one of several")
  func foreign() throws {
    let elsewhere = try UnixSocket.listen(at: folder + "/other.sock")
    let datagrams = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
    let file = open("/dev/null", O_RDONLY)
    defer { for descriptor in [elsewhere, datagrams, file] { close(descriptor) } }
    for descriptor in [elsewhere, datagrams, file, 4000] {
      #expect(throws: LocalEndpointError.self) { try take(descriptor) }
    }
    let own = try UnixSocket.listen(at: path)
    defer { close(own) }
    let client = try UnixSocket.connect(to: path)
    defer { close(client) }
    #expect(throws: LocalEndpointError.self) { try take(client) }
    for count in ["0", "2", "1 ", "one", "4294967297"] {
      #expect(throws: LocalEndpointError.self) { try take(own, ["LISTEN_FDS": count]) }
    }
  }

  @Test("stays when its server stops and keeps connections made in the meantime for the next server")
  func outlives() async throws {
    let descriptor = try UnixSocket.listen(at: path)
    let kept = dup(descriptor)
    let server = LocalServer.serve(activated: descriptor)
    let first = try LocalConnection.connect(toSocketAt: path)
    var connections = server.connections.makeAsyncIterator()
    let served = try #require(await connections.next())
    #expect(server.traffic == (1, 1))
    #expect(!server.closeIfNobodyConverses())
    first.close()
    served.close()
    while server.traffic.open > 0 { await Task.yield() }
    #expect(server.closeIfNobodyConverses())
    #expect(await connections.next() == nil)
    let late = try LocalConnection.connect(toSocketAt: path)
    defer { late.close() }
    let next = LocalServer.serve(activated: kept)
    var others = next.connections.makeAsyncIterator()
    #expect(await others.next() != nil)
    next.close()
    #expect(access(path, F_OK) == 0)
  }

  @Test("is left alone by a server that listened at its path before")
  func replaced() throws {
    let server = try LocalServer.listen(at: path)
    let manager = try UnixSocket.listen(at: path)
    defer { close(manager) }
    server.close()
    let client = try UnixSocket.connect(to: path)
    close(client)
    let other = try LocalServer.listen(at: folder + "/other.sock")
    other.close()
    #expect(access(folder + "/other.sock", F_OK) != 0)
  }

  @Test("comes with the endpoint's lock, which its previous holder gives up")
  func takingOver() async throws {
    let lock = folder + "/broker.lock"
    let holder = Process()
    holder.executableURL = URL(filePath: "/usr/bin/python3")
    // The process that holds the lock writes its number into the file and handles signals.
    holder.arguments = [
      "-c",
      """
      import fcntl, os, signal, sys
      file = open(sys.argv[1], "w")
      fcntl.flock(file, fcntl.LOCK_EX)
      signal.pthread_sigmask(signal.SIG_SETMASK, [])
      signal.signal(signal.SIGTERM, signal.SIG_DFL)
      print(os.getpid(), file=file, flush=True)
      signal.pause()
      """, lock,
    ]
    try holder.run()
    while ((try? String(contentsOfFile: lock, encoding: .utf8)) ?? "").isEmpty { await Task.yield() }
    EndpointLock.holdForever(try EndpointLock(takingOver: lock))
    holder.waitUntilExit()
    #expect(holder.terminationReason == .uncaughtSignal)
    #expect(throws: LocalEndpointError.self) { _ = try EndpointLock(at: lock) }
  }
}
