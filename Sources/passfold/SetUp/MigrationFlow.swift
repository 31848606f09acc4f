// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import VaultProtocol

/// Adds the accounts of an `otpauth-migration:` export, one part at a time.
struct MigrationFlow {
  let door: VaultDoor
  /// Nil to store without asking.
  let dialogue: Dialogue?
  let presenter: Presenter

  /// Shows the contents of the part, and stores them if the user agrees.
  func run(link: SharedSecret) async throws(CommandFailure) -> CodeImport {
    if let dialogue {
      let preview = try await ask(link, preview: true)
      dialogue.say(presenter.migration(preview, isPreview: true))
      guard preview.added.isEmpty || dialogue.choose(SetUpWords.importThese, among: ["y", "n"]) == "y" else {
        throw .vault(VaultFailure(.canceled))
      }
    }
    return try await ask(link, preview: nil)
  }

  private func ask(_ link: SharedSecret, preview: Bool?) async throws(CommandFailure) -> CodeImport {
    guard case .imported(let codes) = try await door.ask(.importCodes(VaultCall.ImportQuery(preview: preview)), secret: link).answer else {
      throw .hungUp
    }
    return codes
  }
}
