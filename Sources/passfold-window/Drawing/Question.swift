// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A question over the window, asked before the user's work is lost; dismissing it loses nothing.
@MainActor
final class Question {
  private let hear: @MainActor (Bool) -> Void

  private init(_ hear: @escaping @MainActor (Bool) -> Void) { self.hear = hear }

  /// Asks the question.
  ///
  /// - Parameters:
  ///   - no: The label of the button that loses nothing.
  ///   - yes: The label of the other button.
  ///   - hear: Called with whether the user agreed.
  static func ask(
    over window: Widget, _ title: String, _ words: String, no: String, yes: String, _ hear: @escaping @MainActor (Bool) -> Void
  ) {
    passfold_adw_ask(
      window, title, words, no, yes,
      { context, agreed in
        guard let context else { return }
        let question = Unmanaged<Question>.fromOpaque(context).takeRetainedValue()
        MainActor.assumeIsolated { question.hear(agreed != 0) }
      }, Unmanaged.passRetained(Question(hear)).toOpaque())
  }
}
