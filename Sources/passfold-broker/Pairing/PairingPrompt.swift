// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import PinentryPrompts

/// Asks the user whether the digits are the same, by a pinentry program on the session's own display.
struct PairingPrompt: Sendable {
  private let prompt: PassphrasePrompt

  /// Prepares prompting in the broker's own environment: no client influences where the question appears.
  init(environment: [String: String]) {
    prompt = PassphrasePrompt(environment: environment)
  }

  /// Asks and waits for the answer; cancelling the task closes the prompt.
  func ask(_ question: PairingQuestion) async -> PairingVerdict {
    do throws(PassphrasePromptError) {
      return try await prompt.confirm(PairingWords.question(question)) ? .agreed : .declined
    } catch {
      return switch error.code {
      case .canceled: .declined
      case .timedOut: .timedOut
      default: .nowhereToAsk
      }
    }
  }
}
