// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import BrokerProtocol
import Foundation
import Testing

@Suite("The extension context")
@MainActor
struct ExtensionContextTests {
  let sent = SentMessages()

  @Test("sends a one-time code in the secret part and reports the first completion as not expired")
  func oneTimeCode() async {
    let context = sent.context(taking: [.oneTimeCode])
    let expired = await context.completeOneTimeCodeRequest(using: ASOneTimeCodeCredential(code: "123456"))
    #expect(!expired)
    #expect(sent.completion?.result == .oneTimeCode)
    #expect(sent.completion?.secret == "123456")
  }

  @Test("sends a password in the secret part and calls the completion handler")
  func password() async {
    let context = sent.context(taking: [.password])
    let expired = await withCheckedContinuation { continuation in
      context.completeRequest(withSelectedCredential: ASPasswordCredential(user: "anne", password: "hunter2")) {
        continuation.resume(returning: $0)
      }
    }
    #expect(!expired)
    #expect(sent.completion?.result == .password(user: "anne"))
    #expect(sent.completion?.secret == "hunter2")
  }

  @Test("answers a request once: a second completion is reported as expired and sends nothing")
  func once() async {
    let context = sent.context(taking: [.oneTimeCode])
    await context.completeOneTimeCodeRequest(using: ASOneTimeCodeCredential(code: "123456"))
    let expired = await context.completeOneTimeCodeRequest(using: ASOneTimeCodeCredential(code: "654321"))
    context.cancelRequest(withError: ASExtensionError(.userCanceled))
    #expect(expired)
    #expect(sent.completion?.secret == "123456")
  }

  @Test("refuses to open a URL, as Apple's context does for a credential provider")
  func url() async throws {
    let context = sent.context(taking: [.oneTimeCode])
    let url = try #require(URL(string: "shop:///settings"))
    #expect(await !context.open(url))
    let told: Bool = await withCheckedContinuation { continuation in
      context.open(url) { continuation.resume(returning: $0) }
    }
    #expect(!told)
    #expect(sent.all.isEmpty)
  }

  @Test("sends nothing after the broker has given up the request")
  func givenUp() async {
    let context = sent.context(taking: [.oneTimeCode])
    context.request?.giveUp()
    let expired = await context.completeOneTimeCodeRequest(using: ASOneTimeCodeCredential(code: "123456"))
    #expect(expired)
    #expect(sent.all.isEmpty)
  }

  @Test("cancels the request as failed if the completion is of another credential type")
  func mismatch() async {
    let context = sent.context(taking: [.oneTimeCode])
    context.completeRequest(withSelectedCredential: ASPasswordCredential(user: "anne", password: "hunter2"))
    #expect(sent.cancellation?.code == 0)
    #expect(sent.cancellation?.reason == "answerDoesNotFit")
  }

  @Test(
    "sends every code of Apple's error domain unchanged",
    arguments: [
      ASExtensionError.Code.failed, .userCanceled, .userInteractionRequired, .credentialIdentityNotFound, .matchedExcludedCredential,
    ])
  func codes(code: ASExtensionError.Code) {
    let context = sent.context(taking: [])
    context.cancelRequest(withError: NSError(domain: ASExtensionErrorDomain, code: code.rawValue))
    #expect(sent.cancellation?.code == code.rawValue)
  }

  @Test("reports an error of another domain as failed and sends none of its text")
  func foreignError() {
    let context = sent.context(taking: [])
    context.cancelRequest(withError: NSError(domain: "PassExtension", code: 100, userInfo: [NSLocalizedDescriptionKey: "anne"]))
    #expect(sent.cancellation?.code == 0)
    #expect(sent.cancellation?.reason == "foreignError")
  }

  @Test("passes on a reason that is a code and drops a reason that is a sentence")
  func reasons() {
    let key = CancellationReason.key
    sent.context(taking: []).cancelRequest(withError: ASExtensionError(.failed, userInfo: [key: "secretNotBase32"]))
    #expect(sent.cancellation?.reason == "secretNotBase32")
    let other = SentMessages()
    other.context(taking: []).cancelRequest(withError: ASExtensionError(.failed, userInfo: [key: "anne's bank"]))
    #expect(other.cancellation?.code == 0)
    #expect(other.cancellation?.reason == nil)
  }
}
