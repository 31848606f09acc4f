// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// A conversation with one pinentry program, from its greeting to `BYE` (pinentry manual, "Protocol"). Blocks.
struct PinentryConversation {
  /// The maximum length of a passphrase in bytes; pinentry programs stop at 2048.
  static let passphraseByteLimit = 2048

  let channel: AssuanChannel
  let terminal: PromptTerminal

  /// Asks for a passphrase. If the program does not support repeating a new one, asks again and compares.
  func passphrase(_ question: PassphraseQuestion) throws(PassphrasePromptError) -> SharedSecret {
    try open()
    try require("SETTITLE", question.title)
    try require("SETDESC", question.description)
    try require("SETPROMPT", question.label)
    if let error = question.error { try require("SETERROR", error) }
    if let label = question.confirmLabel { try suggest("SETOK", label) }
    if let label = question.cancelLabel { try suggest("SETCANCEL", label) }
    try suggest("SETTIMEOUT", String(question.timeout.components.seconds))
    guard let repetition = question.repetition else { return try pin().secret }

    var isRepeating = try suggest("SETREPEAT", repetition.label)
    if isRepeating { try suggest("SETREPEATERROR", repetition.mismatch) }
    while true {
      let first = try pin()
      if isRepeating && first.isRepeated { return first.secret }
      isRepeating = false
      try require("SETPROMPT", repetition.label)
      let second = try pin()
      if constantTimeEquals(first.secret, second.secret) { return first.secret }
      try require("SETPROMPT", question.label)
      try require("SETERROR", repetition.mismatch)
    }
  }

  /// Asks for a confirmation. Returns false if the user declined or closed the prompt.
  func confirmation(_ question: ConfirmationQuestion) throws(PassphrasePromptError) -> Bool {
    try open()
    try require("SETTITLE", question.title)
    try require("SETDESC", question.description)
    try suggest("SETOK", question.confirmLabel)
    try suggest("SETCANCEL", question.cancelLabel)
    try suggest("SETTIMEOUT", String(question.timeout.components.seconds))
    do {
      try require("CONFIRM")
      return true
    } catch  where error.code == .canceled {
      return false
    }
  }

  /// Ends the conversation. It is not an error if the program has already exited.
  func close() { try? require("BYE") }

  private func open() throws(PassphrasePromptError) {
    if let code = try finalReply().error { throw PassphrasePromptError(programCode: code) }
    for option in terminal.options { try suggest("OPTION", option) }
    // No "allow-external-password-cache": a vault's passphrase must not be saved in another program's store.
    try suggest("OPTION", "default-ok=_OK")
    try suggest("OPTION", "default-cancel=_Cancel")
  }

  /// Sends a command that must succeed.
  private func require(_ verb: String, _ text: String? = nil) throws(PassphrasePromptError) {
    try channel.write(AssuanLine.command(verb, text))
    if let code = try finalReply().error { throw PassphrasePromptError(programCode: code) }
  }

  /// Sends a command that some programs do not support. Returns whether this one does.
  @discardableResult
  private func suggest(_ verb: String, _ text: String) throws(PassphrasePromptError) -> Bool {
    try channel.write(AssuanLine.command(verb, text))
    return try finalReply().error == nil
  }

  private func pin() throws(PassphrasePromptError) -> (secret: SharedSecret, isRepeated: Bool) {
    try channel.write(AssuanLine.command("GETPIN"))
    var typed = SecretBytes(byteCount: Self.passphraseByteLimit)
    var byteCount = 0
    let reply = try finalReply { data in
      let written = typed.withMutableBytes { AssuanLine.unescape(data, into: UnsafeMutableRawBufferPointer(rebasing: $0[byteCount...])) }
      guard let written else { return false }
      byteCount += written
      return true
    }
    if let code = reply.error { throw PassphrasePromptError(programCode: code) }
    var secret = SecretBytes(byteCount: byteCount)
    typed.withBytes { source in
      secret.withMutableBytes { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<byteCount])) }
    }
    return (SharedSecret(secret), reply.isRepeated)
  }

  /// Reads the lines of a reply up to its end. `data` receives each escaped piece and returns whether it was valid.
  private func finalReply(
    data take: (UnsafeRawBufferPointer) -> Bool = { _ in true }
  ) throws(PassphrasePromptError) -> (error: UInt32?, isRepeated: Bool) {
    enum Step { case more, repeated, done(UInt32?), tooLong, broken }
    var isRepeated = false
    // Give up on a program that sends lines without end.
    for _ in 0..<256 {
      let step = try channel.withLine { line -> Step in
        switch AssuanLine.parse(line) {
        case .ok: .done(nil)
        case .error(let code): .done(code)
        case .data(let range): take(UnsafeRawBufferPointer(rebasing: line[range])) ? .more : .tooLong
        case .status(let keyword): keyword == "PIN_REPEATED" ? .repeated : .more
        case .comment: .more
        case .inquiry, nil: .broken
        }
      }
      switch step {
      case .more: continue
      case .repeated: isRepeated = true
      case .done(let error): return (error, isRepeated)
      case .tooLong: throw PassphrasePromptError(.answerTooLong)
      case .broken: throw PassphrasePromptError(.programFailed)
      }
    }
    throw PassphrasePromptError(.programFailed)
  }
}
