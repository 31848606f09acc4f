// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import VaultProtocol

/// Reads a code's set-up from a picture for a form.
@MainActor
enum SetUpPicture {
  /// - Parameter set: Called with the set-up's link once the vault has read it.
  static func field(_ acts: PageActions, set: @escaping @MainActor (SharedSecret) -> Void) -> PictureField {
    PictureField(over: acts.window) { picture, text in look(into: text, of: picture, acts, set) }
  }

  /// Says whose codes they are before they are stored.
  private static func look(
    into text: SharedSecret, of picture: PictureField, _ acts: PageActions, _ set: @escaping @MainActor (SharedSecret) -> Void
  ) {
    let isExport = text.withBytes { $0.starts(with: Array("otpauth-migration:".utf8)) }
    if isExport { return picture.say(PictureWords.export) }
    acts.conversation.ask(.previewSetUp(VaultCall.SetUpQuery()), secret: text, isUnattended: true) { [weak picture] reply in
      guard let picture, !picture.isEnded else { return }
      switch reply {
      case .answer(.setUp(let preview), _):
        set(text)
        picture.say(PictureWords.found(preview))
      case .failure(let failure) where failure.code == .badSetUpLink: picture.say(PictureWords.noLink)
      case .failure(let failure): picture.say(VaultFailureWords.text(failure))
      default: picture.say("\(VaultWords.silent). \(VaultWords.silentNext)")
      }
    }
  }
}
