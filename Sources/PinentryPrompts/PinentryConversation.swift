// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// What is said to one pinentry program from its greeting to `BYE` (pinentry manual, "Protocol"). Blocks.
struct PinentryConversation {
  /// The longest passphrase in bytes; pinentry programs stop at 2048.
  static let passphraseByteLimit = 2048

  let channel: AssuanChannel
  let terminal: PromptTerminal

  /// Asks for a passphrase, and where the program cannot repeat a new one in its own form, asks again and compares.
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

  /// Asks for a yes; false is a no, and closing the prompt counts as one.
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

  /// Says goodbye; a program that has gone already is no fault.
  func close() { try? require("BYE") }

  private func open() throws(PassphrasePromptError) {
    if let code = try finalReply().error { throw PassphrasePromptError(programCode: code) }
    for option in terminal.options { try suggest("OPTION", option) }
    // No "allow-external-password-cache": a vault's passphrase does not belong into another program's store.
    try suggest("OPTION", "default-ok=_OK")
    try suggest("OPTION", "default-cancel=_Cancel")
  }

  /// A command that must succeed.
  private func require(_ verb: String, _ text: String? = nil) throws(PassphrasePromptError) {
    try channel.write(AssuanLine.command(verb, text))
    if let code = try finalReply().error { throw PassphrasePromptError(programCode: code) }
  }

  /// A command that not every program knows; answers whether this one does.
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

  /// Reads up to the line that ends a reply; `data` takes each escaped piece and says whether it was good.
  private func finalReply(
    data take: (UnsafeRawBufferPointer) -> Bool = { _ in true }
  ) throws(PassphrasePromptError) -> (error: UInt32?, isRepeated: Bool) {
    enum Step { case more, repeated, done(UInt32?), tooLong, broken }
    var isRepeated = false
    // A program that only chatters is not worth waiting for.
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
