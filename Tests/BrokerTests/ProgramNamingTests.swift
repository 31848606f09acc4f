// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import Testing

@Suite("Identifying processes for the session's provider")
struct ProgramNamingTests {
  private static func process(_ number: Int32) -> CallerIdentity? {
    switch number {
    case 1: CallerIdentity(user: 1000, process: 1, executable: "/usr/bin/passfold") { true }
    case 2: CallerIdentity(user: 1000, process: 2, executable: "/app/bin/thing", packaging: .flatpak("org.example.Thing")) { true }
    case 3: CallerIdentity(user: 1000, process: 3, executable: "/tmp/x\nAsked for by \u{202e}/usr/bin/passfold") { true }
    case 4: CallerIdentity(user: 1000, process: 4, executable: nil) { true }
    default: nil
    }
  }

  @Test(
    "a program is named by its path and a Flatpak by its name, on one line, and a hidden process has no name",
    arguments: [
      (Int32(1), "/usr/bin/passfold"), (2, "org.example.Thing (Flatpak)"), (3, "/tmp/x Asked for by /usr/bin/passfold"), (4, nil), (5, nil),
    ] as [(Int32, String?)])
  func names(process: Int32, program: String?) async throws {
    let harness = try await BrokerHarness(inspectProcess: Self.process)
    await harness.provider.say(.identify(question: 9, process: process))
    #expect(harness.provider.messages.last == .identified(question: 9, program: program))
  }

  @Test("a request by another provider is a fault")
  func otherProviders() async throws {
    let harness = try await BrokerHarness(staysRunning: false, inspectProcess: Self.process)
    await harness.provider.say(.identify(question: 9, process: 1))
    #expect(harness.provider.calls.isEmpty && harness.provider.wasKilled)
  }
}
