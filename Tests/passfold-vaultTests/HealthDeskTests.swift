// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VaultProtocol

@Suite("The password health list")
struct HealthDeskTests {
  private func health(_ desk: AskedDesk, _ query: VaultCall.HealthQuery = .init()) async throws -> VaultAnswer.HealthPage {
    let answer = await desk.ask(.health(query)).answer
    guard case .health(let page) = answer else { throw AskedDesk.Unexpected(answer: answer) }
    return page
  }

  @Test("equal passwords have equal marks, which change with each list, and no password is returned")
  func likeness() async throws {
    let desk = await AskedDesk()
    defer { desk.leave() }
    for (service, password) in [("a.example", "correct horse battery"), ("b.example", "123456"), ("c.example", "123456")] {
      _ = await desk.ask(.addPassword(.init(service: service, user: "anne")), secret: password)
    }
    let page = try await health(desk)
    #expect(page.total == 3 && page.rows.map(\.entry.title) == ["a.example", "b.example", "c.example"])
    #expect(page.rows[1].likeness == page.rows[2].likeness && page.rows[0].likeness != page.rows[1].likeness)
    #expect(page.rows[0].bits > page.rows[1].bits && page.rows[1].bits < 10)
    #expect(await desk.ask(.health(.init())).secret == nil)
    #expect(try await health(desk).rows.map(\.likeness) != page.rows.map(\.likeness))
  }

  @Test("a password in the user's breach list is marked, and a missing list is reported with its path")
  func breached() async throws {
    let desk = await AskedDesk()
    defer { desk.leave() }
    for (service, password) in [("a.example", "correct horse battery"), ("b.example", "123456")] {
      _ = await desk.ask(.addPassword(.init(service: service, user: "anne")), secret: password)
    }
    let before = try await health(desk)
    let place = try #require(before.breachListMissing)
    #expect(place.hasSuffix("/vault/breached-passwords") && before.rows.map(\.breached) == [nil, nil])
    try Data("7C4A8D09CA3762AF61E59520943DC26494F8941B:3645804\r\n".utf8).write(to: URL(filePath: place))
    let after = try await health(desk)
    #expect(after.breachListMissing == nil && after.rows.map(\.breached) == [false, true])
    try Data("no list\n".utf8).write(to: URL(filePath: place))
    #expect(try await health(desk).rows.map(\.breached) == [nil, nil])
  }

  @Test("a page has at most 100 passwords, and its token returns the next page once within a minute without a prompt")
  func pages() async throws {
    let desk = await AskedDesk()
    defer { desk.leave() }
    for number in 100...202 {
      desk.household.manual.advance(by: .seconds(3))
      _ = await desk.ask(.addPassword(.init(service: "shop\(number).example", user: "anne")), secret: "password \(number)")
    }
    desk.household.person.will(.says(true))
    let answer = await desk.ask(.health(.init()), from: AskedDesk.stranger).answer
    guard case .health(let first) = answer else { throw AskedDesk.Unexpected(answer: answer) }
    #expect(first.rows.count == 100)
    let token = try #require(first.next)
    let rest = try await health(desk, .init(after: token))
    #expect(rest.total == 103 && rest.rows.map(\.entry.title) == ["shop200.example", "shop201.example", "shop202.example"])
    #expect(rest.next == nil)
    #expect(await desk.failure(.health(.init(after: token))) == .locked)
    let late = try #require(try await health(desk).next)
    desk.household.manual.advance(by: .seconds(61))
    #expect(await desk.failure(.health(.init(after: late))) == .locked)
  }

  @Test("a stranger needs a confirmation, and the popup is refused")
  func asked() async {
    let desk = await AskedDesk()
    defer { desk.leave() }
    desk.household.person.will(.says(false))
    #expect(await desk.failure(.health(.init()), from: AskedDesk.stranger) == .refused)
    #expect(await desk.failure(.health(.init()), from: AskedDesk.popup) == .badRequest)
  }
}
