// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Testing

@Suite("Immediate passkey requests")
struct ImmediateRequestTests {
  private static let options = JSONValue.object(["challenge": .text("AAEC"), "rpId": .text("shop.example")])

  @Test("show the known passkeys")
  func known() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    await harness.send(.getPasskey(GetPasskeyRequest(context: BrokerHarness.shop, options: Self.options, isImmediate: true)), id: 6)
    guard case (6, .present(let view))? = harness.seen.lastReply?.parts else {
      throw TestFailure(description: "nothing was presented: \(String(describing: harness.seen.lastReply))")
    }
    #expect(view.rows?.map(\.kind) == [.passkey])
  }

  @Test("end with NotAllowedError if no passkey is known, even if a locked provider may have one", arguments: [true, false])
  func nothing(isLocked: Bool) async throws {
    let harness = try await BrokerHarness()
    if isLocked { await harness.provider.say(.lockState(.locked)) } else { try await harness.unlockProvider([BrokerHarness.password]) }
    await harness.send(.getPasskey(GetPasskeyRequest(context: BrokerHarness.shop, options: Self.options, isImmediate: true)))
    #expect(harness.lastFailure?.code == "nothingToOffer")
    #expect(harness.lastFailure?.exception == "NotAllowedError")
  }
}
