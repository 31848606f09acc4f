// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Hummingbird
import HummingbirdTesting
import Logging
import SyncServer
import SyncServerStore
import Testing
import passfold_sync_server

@Suite("The sync server's connections")
struct ConnectionTests {
  /// Runs the body with a connection to a server whose timeouts are one second instead of 30 to 60 seconds.
  private func connect(_ body: @Sendable @escaping (Int32) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sync-connections-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try await SyncServer(
      store: try SQLiteSyncStore(path: folder.appending(path: "sync.sqlite").path),
      configuration: ServerConfiguration(origin: "https://sync.example"), environment: .live)
    let routes = SyncRoutes(server: server, isBehindProxy: false, logger: Logger(label: "test"), bodyTime: .milliseconds(1_500))
    let application = Application(router: routes.router(), server: try SyncListener.builder(idleMilliseconds: 1_000))
    try await application.test(.live) { client in
      let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(socket) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(try #require(client.port)).bigEndian
      address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
      let connected = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
      }
      #expect(connected == 0)
      try await body(socket)
    }
  }

  private func send(_ text: String, to socket: Int32) {
    let bytes = Array(text.utf8)
    #expect(Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
  }

  /// Everything received until the server closes the connection.
  private func rest(of socket: Int32) async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
          let count = recv(socket, &buffer, buffer.count, 0)
          guard count > 0 else { break }
          text += buffer.prefix(count)
        }
        continuation.resume(returning: String(decoding: text, as: UTF8.self))
      }
    }
  }

  @Test(
    "are closed when they stay idle, before a request or in the middle of its header",
    arguments: ["", "GET /health HTTP/1.1\r\nHost: a"])
  func idle(_ beginning: String) async throws {
    try await connect { socket in
      if !beginning.isEmpty { send(beginning, to: socket) }
      #expect(await rest(of: socket) == "")
    }
  }

  @Test("are answered with status 408 and closed when a body takes too long to arrive")
  func slowBody() async throws {
    try await connect { socket in
      send(
        "POST /v1/session/challenge HTTP/1.1\r\nHost: a\r\nContent-Type: application/cbor\r\nContent-Length: 100\r\n\r\n", to: socket)
      let dripping = Task {
        // Never silent for as long as an idle connection may be.
        while !Task.isCancelled, Glibc.send(socket, "a", 1, Int32(MSG_NOSIGNAL)) == 1 {
          try await Task.sleep(for: .milliseconds(20))
        }
      }
      let answer = await rest(of: socket)
      dripping.cancel()
      #expect(answer.hasPrefix("HTTP/1.1 408 "))
      #expect(answer.lowercased().contains("connection: close"))
    }
  }

  @Test("accept headers of at most 16 KiB and 64 fields")
  func headers() async throws {
    for header in [String(repeating: "a", count: 20_000), (0..<100).map { "a\r\nA\($0): " }.joined()] {
      try await connect { socket in
        send("GET /health HTTP/1.1\r\nHost: a\r\nA: \(header)\r\n\r\n", to: socket)
        let answer = await rest(of: socket)
        #expect(!answer.hasPrefix("HTTP/1.1 200"), "\(answer.prefix(40))")
      }
    }
  }
}
