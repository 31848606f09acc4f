// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import Testing

@Suite("The registry of surfaces")
struct SurfacesTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)
  private let asker = RequestKey(client: ClientNumber(rawValue: 1), number: 41)
  private let window = ClientNumber(rawValue: 2)
  private let terminal = CallerIdentity.Terminal(path: "/dev/pts/3", device: 0x8803, session: 900)
  private let view = PresentableViewValue(number: 1, kind: .message, title: "Sign in")

  @Test("a view waits for a surface, which sees a number of its own instead of the request's")
  func waits() throws {
    var surfaces = Surfaces()
    #expect(surfaces.place(view, of: asker, terminal: nil, at: now) == nil)
    #expect(surfaces.waiting == [asker])
    surfaces.expect("t")
    let shown = try surfaces.attach(window, ticket: "t", terminal: nil, at: now)
    #expect(shown.map(\.0) == [RequestKey(client: window, number: 1)])
    #expect(surfaces.key(of: 1, on: window) == asker)
    #expect(surfaces.key(of: 41, on: window) == nil && surfaces.key(of: 1, on: ClientNumber(rawValue: 9)) == nil)
    #expect(surfaces.end(asker) == RequestKey(client: window, number: 1))
    #expect(surfaces.key(of: 1, on: window) == nil)
  }

  @Test("a ticket works once, and an unknown one is refused")
  func tickets() throws {
    var surfaces = Surfaces()
    surfaces.expect("t")
    #expect(throws: ClientFailure.self) { try surfaces.attach(window, ticket: "x", terminal: nil, at: now) }
    _ = try surfaces.attach(window, ticket: "t", terminal: nil, at: now)
    #expect(throws: ClientFailure.self) { try surfaces.attach(ClientNumber(rawValue: 3), ticket: "t", terminal: nil, at: now) }
    #expect(throws: ClientFailure.self) { try surfaces.attach(window, ticket: nil, terminal: terminal, at: now) }
    #expect(throws: ClientFailure.self) { try surfaces.attach(ClientNumber(rawValue: 4), ticket: nil, terminal: nil, at: now) }
  }

  @Test("a terminal draws views only for a limited time after a passphrase was typed there")
  func trust() throws {
    var surfaces = Surfaces()
    _ = try surfaces.attach(window, ticket: nil, terminal: terminal, at: now)
    #expect(surfaces.place(view, of: asker, terminal: terminal, at: now) == nil)
    #expect(!surfaces.mayComeInTerminal(asker, at: now))
    surfaces.trust([terminal.session], at: now)
    #expect(surfaces.place(view, of: asker, terminal: terminal, at: now + Surfaces.trustLifetime)?.surface == window)
    let later = RequestKey(client: asker.client, number: 42)
    #expect(surfaces.place(view, of: later, terminal: terminal, at: now + Surfaces.trustLifetime + 1) == nil)
  }

  @Test("a surface that detaches returns its views, in the order in which they were placed")
  func goesAway() throws {
    var surfaces = Surfaces()
    surfaces.expect("t")
    _ = try surfaces.attach(window, ticket: "t", terminal: nil, at: now)
    let keys = [5, 3, 8].map { RequestKey(client: asker.client, number: RequestNumber(rawValue: $0)) }
    for key in keys { _ = surfaces.place(view, of: key, terminal: nil, at: now) }
    #expect(surfaces.detach(window) == keys)
  }
}
