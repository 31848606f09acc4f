// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SyncServer
import SyncServerStore
import Testing

@Suite("Waiting for changes")
struct EventTests {
  @Test("returns immediately if there are changes, and otherwise when the next one comes")
  func waiting() async throws {
    let world = try await ServerWorld()
    var person = try Person()
    let caller = try await world.join(person)
    let start = try await world.server.events(after: .beginning, for: caller).cursor(1)
    let push = try person.commit([])
    async let heard = world.server.events(after: start, for: caller)
    while world.server.waiterCount == 0 { await Task.yield() }
    let answer = try await world.server.push(push.body, by: caller)
    #expect(try await heard.cursor(1) == answer.cursor(2))
    #expect(world.server.waiterCount == 0)
  }

  @Test("returns without changes when the time has passed or the server stops")
  func ending() async throws {
    let passing = try await ServerWorld(waitsEnd: true)
    let person = try Person()
    let caller = try await passing.join(person)
    let start = try await passing.server.events(after: .beginning, for: caller).cursor(1)
    #expect(try await passing.server.events(after: start, for: caller).cursor(1) == start)
    let stopping = try await ServerWorld()
    let other = try await stopping.join(person)
    async let heard = stopping.server.events(after: start, for: other)
    while stopping.server.waiterCount == 0 { await Task.yield() }
    stopping.server.endWaits()
    #expect(try await heard.cursor(1) == start)
    #expect(try await stopping.server.events(after: start, for: other).cursor(1) == start)
  }

  @Test("is limited to a number of requests per account")
  func limit() async throws {
    let world = try await ServerWorld { $0.waitsPerAccount = 1 }
    let caller = try await world.join(try Person())
    let start = try await world.server.events(after: .beginning, for: caller).cursor(1)
    async let first = world.server.events(after: start, for: caller)
    while world.server.waiterCount == 0 { await Task.yield() }
    #expect(await refusal { _ = try await world.server.events(after: start, for: caller) } == .rateLimited)
    world.server.endWaits()
    _ = try await first
  }
}

@Suite("Enrolment mailboxes")
struct MailboxTests {
  private let name = [UInt8](repeating: 6, count: 16)

  @Test("carry each message once, between a member and anyone who knows the mailbox")
  func messages() async throws {
    let world = try await ServerWorld()
    let caller = try await world.join(try Person())
    let server = world.server
    #expect(await refusal { _ = try await server.put(encode([1: .bytes([1])]), into: 1, of: name, from: "a") } == .notFound)
    #expect(try await server.makeMailbox(name, encode([1: .bytes([1])]), by: caller).isEmpty)
    #expect(await refusal { _ = try await server.makeMailbox(name, encode([1: .bytes([1])]), by: caller) } == .taken)
    #expect(try await server.take(from: 0, of: name, from: "a").bytes(1) == [1])
    #expect(await refusal { _ = try await server.take(from: 0, of: name, from: "a") } == .gone)
    #expect(try await server.take(from: 1, of: name, from: "a").isEmpty)
    _ = try await server.put(encode([1: .bytes([2])]), into: 1, of: name, from: "a")
    #expect(await refusal { _ = try await server.put(encode([1: .bytes([3])]), into: 1, of: name, from: "a") } == .taken)
    #expect(try await server.take(from: 1, of: name, from: "a").bytes(1) == [2])
  }

  @Test("hold eight messages of 4 KiB for five minutes, and an account may open ten an hour")
  func limits() async throws {
    let world = try await ServerWorld()
    let caller = try await world.join(try Person())
    let server = world.server
    _ = try await server.makeMailbox(name, encode([1: .bytes([UInt8](repeating: 0, count: 4096))]), by: caller)
    let long = encode([1: .bytes([UInt8](repeating: 0, count: 4097))])
    #expect(await refusal { _ = try await server.put(long, into: 1, of: name, from: "a") } == .tooLarge)
    #expect(await refusal { _ = try await server.put(encode([1: .bytes([])]), into: 8, of: name, from: "a") } == .malformed)
    _ = try await server.put(encode([1: .bytes([])]), into: 7, of: name, from: "a")
    world.clock.advance(by: .seconds(300))
    #expect(await refusal { _ = try await server.take(from: 7, of: name, from: "a") } == .notFound)
    // Five minutes restore less than one mailbox of the limit.
    for number in 1...9 as ClosedRange<UInt8> {
      _ = try await server.makeMailbox([UInt8](repeating: number + 100, count: 16), encode([1: .bytes([])]), by: caller)
    }
    let next = [UInt8](repeating: 99, count: 16)
    #expect(await refusal { _ = try await server.makeMailbox(next, encode([1: .bytes([])]), by: caller) } == .rateLimited)
  }
}
