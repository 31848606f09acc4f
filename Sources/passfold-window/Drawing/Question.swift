// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A question over the window, before something that a person did is lost; whoever turns away from it loses nothing.
@MainActor
final class Question {
  private let hear: @MainActor (Bool) -> Void

  private init(_ hear: @escaping @MainActor (Bool) -> Void) { self.hear = hear }

  /// Asks.
  ///
  /// - Parameters:
  ///   - no: What the button says that loses nothing.
  ///   - yes: What the other one says.
  ///   - hear: Hears whether the person said yes.
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
