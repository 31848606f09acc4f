// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

/// The words about the clipboard.
enum ClipboardWords {
  /// The remark of the live list after copying.
  static func notice(_ outcome: Result<Void, CommandFailure>, account: String, remaining: Double?) -> String {
    switch outcome {
    case .success:
      if let remaining, remaining < IssuedCodeNote.shortTime {
        return translated("Copied \(account), valid for \(DurationWords.text(seconds: remaining)) more: the next one follows")
      }
      return translated("Copied \(account); cleared in \(Int(Clipboard.keepTime)) s")
    case .failure(let failure): return translated("Not copied: \(FailureWords(failure).message)")
    }
  }

  /// The remark of `passfold code --copy`.
  static let copied = translated("on the clipboard for \(Int(Clipboard.keepTime)) seconds")
}
