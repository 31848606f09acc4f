// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import VaultProtocol

/// One act by which a form is stored, with its secret part.
struct FormAct: Sendable {
  let call: VaultCall
  let secret: SharedSecret?

  init(_ call: VaultCall, _ secret: SharedSecret? = nil) { (self.call, self.secret) = (call, secret) }
}

extension PageActs {
  /// Does one act after the other.
  ///
  /// - Parameters:
  ///   - isBegun: Whether something of the form is stored already.
  ///   - hear: Hears what the vault answered to the last one; nil where it refused one, which has been said, and those behind it were not done.
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
