// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import SecretMemory
import Testing

@Suite("Setting up a one-time code from a QR code on a page", .timeLimit(.minutes(1)))
struct PictureSetUpTests {
  private static let link = "otpauth://totp/Shop:anne?secret=GEZDGNBV"
  private static let picture = Data([0x89, 0x50, 0x4E, 0x47])

  /// Sends a page's picture whose reader returns these texts, and waits for the outcome.
  private static func ending(of texts: [String]?) async throws -> BrokerHarness {
    let harness = try await BrokerHarness(readPicture: { picture in
      guard picture == Array(Self.picture), let texts else { return .failed }
      return texts.isEmpty ? .nothingFound : .symbols(texts.map { SharedSecret(copying: $0.utf8) })
    })
    try await harness.unlockProvider()
    let before = harness.seen.answerCount
    await harness.send(.setUpCode(SetUpCodeRequest(context: BrokerHarness.shop, .picture(Self.picture))), id: 5)
    while harness.provider.secrets.isEmpty, harness.seen.answerCount == before {
      try Task.checkCancellation()
      await Task.yield()
    }
    return harness
  }

  @Test("the set-up link in the picture reaches the provider as a secret, like a followed link")
  func handsOver() async throws {
    let harness = try await Self.ending(of: ["https://shop.example/app", Self.link])
    #expect(harness.provider.secrets == [Self.link])
    await harness.provider.say(
      .complete(call: try harness.lastCall, result: .verificationCodeSetup(service: "shop.example", account: "anne")))
    #expect(harness.seen.lastReply == ClientReply(5, .setUpDone(CodeSetUp(service: "shop.example", account: "anne"))))
  }

  @Test(
    "a picture without a single usable set-up link is refused with the reason, and nothing reaches the provider",
    arguments: [
      ([], "noCodeInPicture", nil), (nil, "pictureNotRead", nil), (["https://shop.example/app"], "badSetUpLink", "notASetupURL"),
      (["otpauth:"], "badSetUpLink", "notASetupURL"), ([link, link + "X"], "severalCodesInPicture", nil),
      ([link + String(repeating: "A", count: 8200)], "badSetUpLink", "tooLong"),
    ] as [([String]?, String, String?)])
  func refuses(texts: [String]?, code: String, detail: String?) async throws {
    let harness = try await Self.ending(of: texts)
    #expect(harness.lastFailure?.code == code)
    #expect(harness.lastFailure?.detail == detail)
    #expect(harness.provider.secrets.isEmpty)
  }

  @Test("the picture of a page that may not ask is not read")
  func judgesBeforeReading() async throws {
    let harness = try await BrokerHarness(readPicture: { _ in
      Issue.record("the picture of a page without permission was read")
      return .failed
    })
    try await harness.unlockProvider()
    let insecure = ClientContext(origin: "http://shop.example", topOrigin: "http://shop.example", tab: 1, frame: 0, document: "d1")
    await harness.send(.setUpCode(SetUpCodeRequest(context: insecure, .picture(Self.picture))), id: 5)
    #expect(harness.lastFailure?.code == "notAllowedHere")
  }
}
