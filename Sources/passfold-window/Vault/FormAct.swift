// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import VaultProtocol

/// A step in storing a form, with its secret part.
struct FormAct: Sendable {
  let call: VaultCall
  let secret: SharedSecret?

  init(_ call: VaultCall, _ secret: SharedSecret? = nil) { (self.call, self.secret) = (call, secret) }
}

extension PageActions {
  /// Performs the steps one after another.
  ///
  /// - Parameters:
  ///   - isBegun: Whether part of the form is already stored.
  ///   - hear: Called with the vault's answer to the last step; nil if the vault refused one, which the user has been told and after which
  ///     no more are performed.
  func store(_ steps: [FormAct], isBegun: Bool = false, hear: @escaping @MainActor @Sendable (VaultAnswer?) -> Void) {
    guard let step = steps.first else { return }
    conversation.ask(step.call, secret: step.secret) { reply in
      if case .failure(let failure) = reply, isBegun {
        tell(failure, VaultWords.storedInPart)
        return hear(nil)
      }
      guard let (answer, _) = answer(in: reply) else { return hear(nil) }
      if steps.count == 1 { hear(answer) } else { store(Array(steps.dropFirst()), isBegun: true, hear: hear) }
    }
  }
}
