// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalEndpoint
import LocalTransport
import SecretMemory
import Testing

@Suite("Local sockets")
struct LocalConnectionTests {
  /// Two connected descriptors.
  private static func pair() -> (CInt, CInt) {
    var descriptors: [CInt] = [-1, -1]
    socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &descriptors)
    return (descriptors[0], descriptors[1])
  }

  private static func text(_ secret: SharedSecret?) -> String? {
    secret?.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test("a connection transfers JSON and its secret part in order, up to the maximum length")
  func carriesFrames() async throws {
    let (left, right) = Self.pair()
    let sender = LocalConnection.adopt(descriptor: left)
    let receiver = LocalConnection.adopt(descriptor: right)
    let long = [UInt8](repeating: 0x61, count: SocketFrameLimits.json)
    sender.send(SocketFrame(json: Array("{\"n\":1}".utf8), secret: SharedSecret(copying: "hunter2".utf8)))
    sender.send(SocketFrame(json: long))
    sender.send(
      SocketFrame(json: Array("{\"n\":3}".utf8), secret: SharedSecret(copying: [UInt8](repeating: 7, count: SocketFrameLimits.secret))))
    sender.close()
    var frames: [SocketFrame] = []
    for await frame in receiver.frames { frames.append(frame) }
    #expect(frames.count == 3)
    #expect(Self.text(frames.first?.secret) == "hunter2")
    #expect(frames.dropFirst().first?.json == long)
    #expect(frames.last?.secret?.byteCount == SocketFrameLimits.secret)
  }

  @Test("a frame that arrives one byte at a time is read")
  func readsDripFedFrames() async throws {
    let (left, right) = Self.pair()
    let receiver = LocalConnection.adopt(descriptor: right)
    let bytes: [UInt8] = [0, 0, 0, 2, 0, 0, 0, 3] + Array("{}abc".utf8)
    for byte in bytes {
      var one = byte
      write(left, &one, 1)
    }
    close(left)
    var frames: [SocketFrame] = []
    for await frame in receiver.frames { frames.append(frame) }
    #expect(frames.map(\.json) == [Array("{}".utf8)])
    #expect(Self.text(frames.first?.secret) == "abc")
  }

  @Test(
    "a frame whose lengths are out of bounds ends the connection",
    arguments: [
      [0, 0, 0, 0, 0, 0, 0, 0] as [UInt8], [0, 4, 0, 1, 0, 0, 0, 0], [0, 0, 0, 2, 0, 1, 0, 1], [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0],
    ])
  func refusesLengths(header: [UInt8]) async throws {
    let (left, right) = Self.pair()
    defer { close(left) }
    let receiver = LocalConnection.adopt(descriptor: right)
    _ = header.withUnsafeBytes { write(left, $0.baseAddress, $0.count) }
    var count = 0
    for await _ in receiver.frames { count += 1 }
    #expect(count == 0)
  }

  @Test("no partial frame is delivered if the peer disconnects")
  func dropsHalfFrames() async throws {
    let (left, right) = Self.pair()
    let receiver = LocalConnection.adopt(descriptor: right)
    let bytes: [UInt8] = [0, 0, 0, 9, 0, 0, 0, 0, 0x7B]
    _ = bytes.withUnsafeBytes { write(left, $0.baseAddress, $0.count) }
    close(left)
    var count = 0
    for await _ in receiver.frames { count += 1 }
    #expect(count == 0)
  }

  @Test("a connection is over once the peer has disconnected")
  func over() async {
    let (left, right) = Self.pair()
    let receiver = LocalConnection.adopt(descriptor: right)
    #expect(!receiver.isOver)
    close(left)
    for await _ in receiver.frames {}
    #expect(receiver.isOver)
  }

  @Test("a server accepts its own user, identifies the peer and removes its socket at the end")
  func serverAccepts() async throws {
    let folder = try #require(ScratchFolder())
    let path = folder.path + "/door.sock"
    let server = try LocalServer.listen(at: path)
    let client = try LocalConnection.connect(toSocketAt: path)
    var connections = server.connections.makeAsyncIterator()
    let accepted = try #require(await connections.next())
    #expect(accepted.peer?.process == getpid())
    client.send(SocketFrame(json: Array("{\"hello\":true}".utf8)))
    var frames = accepted.frames.makeAsyncIterator()
    #expect(await frames.next()?.json == Array("{\"hello\":true}".utf8))
    server.close()
    #expect(throws: LocalTransportError.self) { try LocalConnection.connect(toSocketAt: path) }
  }

  @Test("a server closes connections above its limit and accepts new ones once others have ended")
  func conversationLimit() async throws {
    let folder = try #require(ScratchFolder())
    let server = try LocalServer.listen(at: folder.path + "/door.sock")
    var connections = server.connections.makeAsyncIterator()
    var ends: [CInt] = []
    var accepted: [LocalConnection] = []
    for _ in 0..<LocalServer.conversationLimit {
      ends.append(try UnixSocket.connect(to: folder.path + "/door.sock"))
      accepted.append(try #require(await connections.next()))
    }
    let refused = try UnixSocket.connect(to: folder.path + "/door.sock")
    var byte: UInt8 = 0
    #expect(read(refused, &byte, 1) == 0, "the connection was not refused")
    accepted[0].close()
    for await _ in accepted[0].frames {}
    #expect(read(ends[0], &byte, 1) == 0)
    var next: LocalConnection?
    while next == nil {
      // The descriptor is released a moment after the connection's end is visible.
      ends.append(try UnixSocket.connect(to: folder.path + "/door.sock"))
      var waiting = pollfd(fd: ends.last ?? -1, events: Int16(POLLIN), revents: 0)
      if poll(&waiting, 1, 20) == 0 { next = await connections.next() }
    }
    #expect(next?.peer?.process == getpid())
    for end in ends + [refused] { close(end) }
    server.close()
  }

  @Test("a second process that requests an endpoint's lock learns who holds it")
  func lockIsExclusive() throws {
    let folder = try #require(ScratchFolder())
    let path = folder.path + "/broker.lock"
    let lock = try EndpointLock(at: path)
    do {
      _ = try EndpointLock(at: path)
      Issue.record("the lock was acquired twice")
    } catch {
      #expect(error.code == .alreadyRunning)
      #expect(error.holder == getpid())
    }
    _ = consume lock
  }

  @Test("a runtime folder that others can enter is refused")
  func refusesOpenRuntimeFolder() throws {
    let scratch = try #require(ScratchFolder())
    let folder = RuntimeFolder(path: scratch.path + "/run")
    try folder.prepare()
    chmod(folder.path, 0o755)
    #expect(throws: LocalEndpointError.self) { try folder.prepare() }
  }

  @Test("a client sends nothing to a socket on which another user listens")
  func refusesForeignListener() throws {
    let folder = try #require(ScratchFolder())
    let path = folder.path + "/door.sock"
    let listener = try UnixSocket.listen(at: path)
    defer { close(listener) }
    #expect(code { close(try UnixSocket.connect(to: path)) } == nil)
    #expect(code { close(try UnixSocket.connect(to: path, of: geteuid() + 1)) } == .foreignListener)
    // The connection was closed without sending anything.
    for _ in 0..<2 {
      let accepted = try #require([accept(listener, nil, nil)].first { $0 >= 0 })
      defer { close(accepted) }
      var byte: UInt8 = 0
      #expect(read(accepted, &byte, 1) == 0)
    }
  }

  @Test("a client does not connect in a folder that others can enter or replace, or through a link")
  func refusesOpenFolders() throws {
    let scratch = try #require(ScratchFolder())
    let folder = RuntimeFolder(path: scratch.path + "/run/passfold")
    mkdir(scratch.path + "/run", 0o700)
    try folder.prepare()
    let listener = try UnixSocket.listen(at: folder.vaultSocket)
    defer { close(listener) }
    let connect = { () throws -> Void in close(try UnixSocket.connect(to: folder.vaultSocket)) }
    #expect(code(connect) == nil)
    chmod(folder.path, 0o711)
    #expect(code(connect) == .openRuntimeFolder)
    chmod(folder.path, 0o700)
    chmod(scratch.path + "/run", 0o777)
    #expect(code(connect) == .openRuntimeFolder)
    #expect(code { try folder.prepare() } == .openRuntimeFolder)
    // In a folder like /tmp, only its owner can move it away.
    chmod(scratch.path + "/run", 0o1777)
    #expect(code(connect) == nil)
    rename(folder.path, scratch.path + "/elsewhere")
    symlink(scratch.path + "/elsewhere", folder.path)
    #expect(code(connect) == .unsafeRuntimeFolder)
  }

  @Test("a runtime folder that cannot be created, or whose socket paths are too long, is distinguished from an unsafe one")
  func unusableFolders() throws {
    let scratch = try #require(ScratchFolder())
    #expect(code { try RuntimeFolder(path: scratch.path + "/missing/passfold").prepare() } == .noRuntimeFolder)
    let long = scratch.path + "/" + String(repeating: "y", count: 100)
    mkdir(long, 0o700)
    #expect(code { try RuntimeFolder(path: long + "/passfold").prepare() } == .pathTooLong)
    #expect(access(long + "/passfold", F_OK) != 0)
    // If there is no folder, nothing listens, and a client that needs the broker starts it.
    #expect(code { close(try UnixSocket.connect(to: scratch.path + "/missing/passfold/broker.sock")) } == .nobodyListens)
  }

  @Test("waiting for a server ends immediately if the runtime folder is open to others")
  func waitingEnds() throws {
    let scratch = try #require(ScratchFolder())
    let folder = RuntimeFolder(path: scratch.path + "/run")
    try folder.prepare()
    chmod(folder.path, 0o755)
    // A wait that times out would end with `brokerDidNotAnswer`.
    #expect(code { _ = try BrokerLauncher(folder: folder).waitForSocket(folder.brokerSocket) } == .openRuntimeFolder)
  }

  /// Returns the error code that prevented the endpoint's use.
  private func code(_ body: () throws -> Void) -> LocalEndpointError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? LocalEndpointError)?.code
    }
  }
}

/// A folder that is removed with the test.
final class ScratchFolder {
  let path: String

  init?() {
    var template = Array("/tmp/passfold-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { return nil }
    path = String(cString: made)
  }

  deinit {
    var pattern = glob_t()
    defer { globfree(&pattern) }
    if glob(path + "/*", 0, nil, &pattern) == 0 {
      for index in 0..<Int(pattern.gl_pathc) {
        if let name = pattern.gl_pathv[index] {
          unlink(name)
          rmdir(name)
        }
      }
    }
    rmdir(path)
  }
}
