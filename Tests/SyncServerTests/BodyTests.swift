// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Synchronization
import SyncServer
import Testing

@Suite("Request bodies")
struct BodyTests {
  /// A body that records how many bytes were requested, and never arrives.
  private final class Asked: SentBody {
    private let asked = Mutex<Int?>(nil)
    var longest: Int? { asked.withLock { $0 } }

    func bytes(atMost longest: Int) async throws(SyncServerError) -> [UInt8] {
      asked.withLock { $0 = longest }
      throw SyncServerError(.tooSlow)
    }
  }
  private struct Route: Sendable {
    let name: String
    let longest: Int
    let call: @Sendable (SyncServer, Caller, Asked) async throws(SyncServerError) -> Answer
  }

  private static let blob: BlobName = {
    var generator = SystemRandomNumberGenerator()
    return .random(using: &generator)
  }()

  private static let routes: [Route] = [
    Route(name: "founding", longest: 16 << 10) { server, _, body throws(SyncServerError) in try await server.foundAccount(body, from: "a")
    },
    Route(name: "carrying", longest: 4 << 20) { server, _, body throws(SyncServerError) in try await server.carryAccount(body, from: "a") },
    Route(name: "challenge", longest: 1 << 10) { server, _, body throws(SyncServerError) in try await server.challenge(body, from: "a") },
    Route(name: "login", longest: 1 << 10) { server, _, body throws(SyncServerError) in try await server.login(body, from: "a") },
    Route(name: "closing", longest: 1 << 10) { server, caller, body throws(SyncServerError) in
      try await server.closeAccount(body, by: caller)
    },
    Route(name: "entry", longest: 65 << 10) { server, caller, body throws(SyncServerError) in
      try await server.appendToLog(body, by: caller)
    },
    Route(name: "commit", longest: 4 << 20) { server, caller, body throws(SyncServerError) in try await server.push(body, by: caller) },
    Route(name: "rewraps", longest: 256 << 10) { server, caller, body throws(SyncServerError) in try await server.rewrap(body, by: caller)
    },
    Route(name: "part of a file", longest: 512 << 10) { server, caller, body throws(SyncServerError) in
      try await server.putChunks(body, from: 0, of: blob, by: caller)
    },
    Route(name: "removal", longest: 256 << 10) { server, caller, body throws(SyncServerError) in
      try await server.removeBlobs(body, by: caller)
    },
    Route(name: "mailbox", longest: 4104) { server, caller, body throws(SyncServerError) in
      try await server.makeMailbox([UInt8](repeating: 1, count: 16), body, by: caller)
    },
    Route(name: "message", longest: 4104) { server, _, body throws(SyncServerError) in
      try await server.put(body, into: 1, of: [UInt8](repeating: 1, count: 16), from: "a")
    },
  ]

  @Test("a body is read only after the rate limit, and at most up to its route's limit")
  func order() async throws {
    for route in Self.routes {
      let world = try await ServerWorld {
        for rate in [\ServerConfiguration.pushRate, \.pullRate, \.blobRate, \.networkSessionRate, \.mailboxRate, \.accountRate] {
          $0[keyPath: rate].burst = 1
        }
        // Joining needs a challenge and a login.
        $0.networkSessionRate.burst = 2
      }
      let caller = try await world.join(try Person())
      if ["challenge", "login"].contains(route.name) {
        #expect(await refusal { _ = try await route.call(world.server, caller, Asked()) } == .tooSlow)
      }
      let first = Asked()
      #expect(await refusal { _ = try await route.call(world.server, caller, first) } == .tooSlow, "\(route.name)")
      #expect(first.longest == route.longest, "\(route.name)")
      let second = Asked()
      #expect(await refusal { _ = try await route.call(world.server, caller, second) } == .rateLimited, "\(route.name)")
      #expect(second.longest == nil, "\(route.name) was read")
    }
  }

  @Test("a body in memory is subject to the same limit")
  func present() async throws {
    #expect(try await [UInt8](repeating: 0, count: 3).bytes(atMost: 3) == [0, 0, 0])
    #expect(await refusal { _ = try await [UInt8](repeating: 0, count: 3).bytes(atMost: 2) } == .tooLarge)
  }
}
