// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import Foundation
import SecretMemory
import Synchronization
import Testing

@Suite("A prompt through a pinentry program")
struct PassphrasePromptTests {
  private let question = PassphraseQuestion(
    title: "Unlock", description: "50% of\ntwo lines", label: "Passphrase:", error: "Wrong passphrase", confirmLabel: "_Unlock",
    timeout: .seconds(20))
  private let terminal = PromptTerminal(
    name: "/dev/pts/77", type: "xterm", characterType: "C.UTF-8", messages: "C")

  private func text(_ secret: borrowing SecretBytes) -> String { secret.withBytes { String(decoding: $0, as: UTF8.self) } }

  private func failure<R: ~Copyable>(_ body: () async throws(PassphrasePromptError) -> R) async -> PassphrasePromptError.Code? {
    do {
      _ = try await body()
      return nil
    } catch {
      return error.code
    }
  }

  @Test("returns what was typed, including escaped characters and an empty answer", arguments: ["correct horse", "50%\n\u{fc}", ""])
  func typed(pin: String) async throws {
    let script = try ScriptedPinentry([["pin": pin]])
    let secret = try await script.prompt.passphrase(question, at: terminal)
    #expect(text(secret) == pin)
  }

  @Test("joins an answer sent in several data lines and refuses one above 2048 bytes")
  func longAnswers() async throws {
    let script = try ScriptedPinentry([["pin": String(repeating: "a", count: 2048)]])
    let secret = try await script.prompt.passphrase(question)
    #expect(secret.byteCount == 2048)
    let longer = try ScriptedPinentry([["pin": String(repeating: "a", count: 2049)]])
    #expect(await failure { () async throws(PassphrasePromptError) in try await longer.prompt.passphrase(question) } == .answerTooLong)
  }

  @Test("sends the question and the terminal in the protocol's commands")
  func conversation() async throws {
    let script = try ScriptedPinentry([["pin": "x"]])
    _ = try await script.prompt.passphrase(question, at: terminal)
    #expect(
      try script.log() == [
        "OPTION ttyname=/dev/pts/77", "OPTION ttytype=xterm", "OPTION lc-ctype=C.UTF-8", "OPTION lc-messages=C",
        "OPTION default-ok=_OK", "OPTION default-cancel=_Cancel", "SETTITLE Unlock", "SETDESC 50%25 of%0Atwo lines",
        "SETPROMPT Passphrase:", "SETERROR Wrong passphrase", "SETOK _Unlock", "SETTIMEOUT 20", "GETPIN", "BYE",
      ])
  }

  @Test("omits a terminal that is not a device and options with unprintable or too long values", arguments: ["a\nGETPIN", "../a"])
  func strangeTerminals(type: String) async throws {
    let script = try ScriptedPinentry([["pin": "x"]])
    _ = try await script.prompt.passphrase(
      question, at: PromptTerminal(name: "/etc/passwd", type: type, characterType: "", messages: String(repeating: "a", count: 256)))
    #expect(try script.log().filter { $0.hasPrefix("OPTION") } == ["OPTION default-ok=_OK", "OPTION default-cancel=_Cancel"])
  }

  @Test("continues without the commands that a program does not know")
  func olderPrograms() async throws {
    let script = try ScriptedPinentry([["pin": "x"]], unknown: "OPTION,SETOK,SETCANCEL,SETTIMEOUT")
    let secret = try await script.prompt.passphrase(question, at: terminal)
    #expect(text(secret) == "x")
  }

  @Test(
    "distinguishes the ways in which a prompt can end",
    arguments: [
      (["cancel": true], PassphrasePromptError.Code.canceled), (["error": 83_886_142], .timedOut), (["error": 83_918_950], .nowhereToAsk),
      (["error": 83_886_355], .programFailed), (["die": true], .programFailed), (["raw": "hello\n"], .programFailed),
      (["raw": "INQUIRE QUALITY x\n"], .programFailed), (["raw": "D %zz\nOK\n"], .answerTooLong),
      (["raw": String(repeating: "x", count: 5000)], .programFailed),
    ] as [([String: any Sendable], PassphrasePromptError.Code)])
  func ends(answer: [String: any Sendable], code: PassphrasePromptError.Code) async throws {
    let script = try ScriptedPinentry([answer])
    #expect(await failure { () async throws(PassphrasePromptError) in try await script.prompt.passphrase(question) } == code)
  }

  @Test("reports a missing program")
  func missingProgram() async {
    let prompt = PassphrasePrompt(environment: ["PASSFOLD_PINENTRY": "/nowhere/pinentry"])
    #expect(await failure { () async throws(PassphrasePromptError) in try await prompt.passphrase(question) } == .programNotFound)
  }

  @Test("accepts a new passphrase that the program itself asked for twice")
  func repeatedByProgram() async throws {
    let script = try ScriptedPinentry([["pin": "new", "repeats": true]])
    var question = question
    question.repetition = PassphraseQuestion.Repetition(label: "Again:", mismatch: "They differ")
    let secret = try await script.prompt.passphrase(question)
    #expect(text(secret) == "new")
    #expect(try script.log().filter { $0 == "GETPIN" }.count == 1)
  }

  @Test("asks for a new passphrase twice if the program cannot, until both match", arguments: ["", "SETREPEAT"])
  func repeatedByUs(unknown: String) async throws {
    let script = try ScriptedPinentry([["pin": "one"], ["pin": "other"], ["pin": "same"], ["pin": "same"]], unknown: unknown)
    var question = question
    question.repetition = PassphraseQuestion.Repetition(label: "Again:", mismatch: "They differ")
    let secret = try await script.prompt.passphrase(question)
    #expect(text(secret) == "same")
    #expect(try script.log().contains("SETERROR They differ"))
  }

  @Test("answers a confirmation with yes or no and treats closing it as no")
  func confirmations() async throws {
    let script = try ScriptedPinentry([["yes": true], ["yes": false], ["cancel": true]])
    let question = ConfirmationQuestion(title: "Release?", description: "For curl", confirmLabel: "_Release", cancelLabel: "_Keep")
    #expect(try await script.prompt.confirm(question))
    #expect(try await !script.prompt.confirm(question))
    #expect(try await !script.prompt.confirm(question))
    #expect(try script.log().contains("SETCANCEL _Keep"))
    // A confirmation is never offered on a terminal.
    #expect(try !script.log().contains { $0.contains("ttyname") })
  }

  @Test("does not confirm without a display and starts no program for it", arguments: [nil, ""])
  func confirmationWithoutDisplay(display: String?) async throws {
    let script = try ScriptedPinentry([["yes": true]], display: display)
    let question = ConfirmationQuestion(title: "Release?", description: "For curl", confirmLabel: "_Release", cancelLabel: "_Keep")
    #expect(await failure { () async throws(PassphrasePromptError) in try await script.prompt.confirm(question) } == .nowhereToAsk)
    #expect(throws: (any Error).self) { try script.log() }
    #expect(!script.prompt.hasDisplay)
  }

  @Test("closes when the asking task is cancelled, and the next prompt is shown")
  func cancellation() async throws {
    let script = try ScriptedPinentry([["hang": true], ["pin": "next"]])
    let (prompt, question) = (script.prompt, question)
    let asking = Task { () async -> PassphrasePromptError.Code? in
      do throws(PassphrasePromptError) { _ = try await prompt.passphrase(question) } catch { return error.code }
      return nil
    }
    await script.waitUntilAsked()
    asking.cancel()
    #expect(await asking.value == .canceled)
    let secret = try await prompt.passphrase(question)
    #expect(text(secret) == "next")
  }

  @Test("waits for the one before it, and a cancelled task leaves the queue without being shown")
  func oneAtATime() async throws {
    let script = try ScriptedPinentry([["hang": true], ["pin": "third"]])
    let (prompt, question) = (script.prompt, question)
    let first = Task { () async -> Bool in (try? await prompt.passphrase(question).byteCount) == nil }
    await script.waitUntilAsked()
    let second = Task { () async -> Bool in (try? await prompt.passphrase(question).byteCount) == nil }
    second.cancel()
    #expect(await second.value)
    let third = Task { () async -> Int? in try? await prompt.passphrase(question).byteCount }
    #expect(try script.log().filter { $0 == "GETPIN" }.count == 1)
    first.cancel()
    #expect(await first.value)
    #expect(await third.value == 5)
  }

  @Test("calls its appearance handler once it is shown, not while another prompt is open")
  func appearance() async throws {
    let script = try ScriptedPinentry([["hang": true], ["pin": "second"]])
    let (prompt, question) = (script.prompt, question)
    let first = Task { () async -> Bool in (try? await prompt.passphrase(question).byteCount) == nil }
    await script.waitUntilAsked()
    let isShown = Mutex(false)
    let second = Task { () async -> Int? in
      try? await prompt.passphrase(question, at: PromptTerminal()) { isShown.withLock { $0 = true } }.byteCount
    }
    for _ in 0..<100 { await Task.yield() }
    #expect(!isShown.withLock { $0 })
    first.cancel()
    #expect(await first.value)
    #expect(await second.value == 6)
    #expect(isShown.withLock { $0 })
  }

  @Test("ends if its program ignores the timeout")
  func unresponsiveProgram() async throws {
    let script = try ScriptedPinentry([["hang": true]])
    var question = question
    question.timeout = .seconds(-4)
    #expect(await failure { () async throws(PassphrasePromptError) in try await script.prompt.passphrase(question) } == .timedOut)
  }

  @Test("works with Debian's own programs on a terminal", arguments: ["pinentry-tty", "pinentry-curses"])
  func realPrograms(program: String) async throws {
    let typist = try Typist(["pass phrase%\\r"])
    let prompt = PassphrasePrompt(environment: ["PASSFOLD_PINENTRY": program, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
    let secret = try await prompt.passphrase(question, at: PromptTerminal(name: typist.terminal, type: "xterm", characterType: "C.UTF-8"))
    #expect(text(secret) == "pass phrase%")
    typist.end()
  }

  @Test("reports a cancellation from Debian's pinentry-curses")
  func realCancellation() async throws {
    let typist = try Typist(["\\t\\t\\r"])
    let prompt = PassphrasePrompt(environment: ["PASSFOLD_PINENTRY": "pinentry-curses", "PATH": "/usr/bin:/bin"])
    let place = PromptTerminal(name: typist.terminal, type: "xterm")
    #expect(await failure { () async throws(PassphrasePromptError) in try await prompt.passphrase(question, at: place) } == .canceled)
    typist.end()
  }

  @Test("reports that there is nowhere to ask if a terminal program has no terminal")
  func realProgramWithoutTerminal() async {
    let prompt = PassphrasePrompt(environment: ["PASSFOLD_PINENTRY": "pinentry-curses", "PATH": "/usr/bin:/bin"])
    #expect(await failure { () async throws(PassphrasePromptError) in try await prompt.passphrase(question) } == .nowhereToAsk)
  }
}
