// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
import VaultProtocol

extension FailureWords {
  /// Finds the words for what is wrong with a file that a credential holds or is to hold.
  init(ofAttachments failure: VaultFailure) {
    switch failure.code {
    case .noSuchAttachment:
      self.init(
        translated("it holds no file of this name; nothing was changed"), hint: translated("see what it holds: passfold attachments QUERY"),
        .notFound)
    case .attachmentExists:
      self.init(
        translated("it holds a file of this name already, which stays as it is; nothing was stored"),
        hint: translated("give yours another name: --name NAME; or erase the other first: passfold attachments QUERY --remove NAME"))
    case .badAttachmentName:
      self.init(
        translated("no file can be called that in the vault; nothing was stored"),
        hint: translated("a name has 1 to 255 bytes, no slash and no control characters: --name NAME"), .usage)
    case .attachmentTooLong:
      self.init(
        translated("the file is above 10 MiB, and the vault takes none that is longer; nothing was stored, and your file is as it was"),
        hint: translated("make it smaller, or keep it elsewhere"))
    case .tooManyAttachments:
      self.init(
        translated("a credential holds at most 64 files and 100 MiB of them; nothing was stored, and your file is as it was"),
        hint: translated("erase one: passfold attachments QUERY --remove NAME; or keep yours with another credential"))
    case .attachmentDamaged:
      self.init(
        translated("the file's bytes in the vault are damaged, so none of it was saved; the credential and its other files are whole"),
        hint: translated("passfold vault repair takes the file from a snapshot that has it"), .vaultUnusable)
    case .attachmentAwaited:
      self.init(
        translated(
          "the file's bytes are still on their way from another device, so nothing was saved; it comes by itself while a device that has it is in use"
        ),
        hint: translated("see how it stands: passfold sync status; leave the device on that has the file"), .notFound)
    case .attachmentRefused:
      self.init(
        translated(
          "what the server or folder gave in the file's place is not the file, so it was not kept and nothing was saved; the file is whole on the device where it was added"
        ),
        hint: translated("it is asked for again: passfold sync now; or save it there: passfold attachments QUERY --save NAME"),
        .vaultUnusable)
    case .transferEnded:
      self.init(
        translated("the vault was locked meanwhile, or no part of the file came for a minute; nothing was stored or saved"),
        hint: translated("run the command again"),
        .notUnlocked)
    default:
      self.init(
        translated("what this credential holds would be above 64 KiB, beside its files; nothing was stored"),
        hint: translated("shorten its note or fields, or keep it with another credential"))
    }
  }
}
