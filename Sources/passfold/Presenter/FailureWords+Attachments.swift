// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
import VaultProtocol

extension FailureWords {
  /// Finds the words for problems with an attached file.
  init(ofAttachments failure: VaultFailure) {
    switch failure.code {
    case .noSuchAttachment:
      self.init(
        translated("the entry has no file with this name; nothing was changed"),
        hint: translated("list its files: passfold attachments QUERY"),
        .notFound)
    case .attachmentExists:
      self.init(
        translated("the entry already has a file with this name, which stays as it is; nothing was stored"),
        hint: translated("give yours another name: --name NAME; or erase the other first: passfold attachments QUERY --remove NAME"))
    case .badAttachmentName:
      self.init(
        translated("the vault cannot store a file with this name; nothing was stored"),
        hint: translated("a name must have 1 to 255 bytes, without slashes and control characters: --name NAME"), .usage)
    case .attachmentTooLong:
      self.init(
        translated("the file is larger than 10 MiB, the maximum that the vault accepts; nothing was stored, and your file is unchanged"),
        hint: translated("make it smaller, or keep it elsewhere"))
    case .tooManyAttachments:
      self.init(
        translated("an entry can have at most 64 files and 100 MiB in total; nothing was stored, and your file is unchanged"),
        hint: translated("erase a file: passfold attachments QUERY --remove NAME; or attach yours to another entry"))
    case .attachmentDamaged:
      self.init(
        translated("the contents of the file in the vault are damaged, so nothing was saved; the entry and its other files are intact"),
        hint: translated("passfold vault repair restores the file from a snapshot that has it"), .vaultUnusable)
    case .attachmentAwaited:
      self.init(
        translated(
          "the contents of the file are still on their way from another device, so nothing was saved; they arrive automatically while a device that has the file is in use"
        ),
        hint: translated("see how it stands: passfold sync status; leave the device on that has the file"), .notFound)
    case .attachmentRefused:
      self.init(
        translated(
          "the server or folder delivered something else in place of the file, so it was discarded and nothing was saved; the file is intact on the device where it was added"
        ),
        hint: translated("request it again: passfold sync now; or save it on that device: passfold attachments QUERY --save NAME"),
        .vaultUnusable)
    case .transferEnded:
      self.init(
        translated("the vault was locked in the meantime, or no part of the file arrived for a minute; nothing was stored or saved"),
        hint: translated("run the command again"),
        .notUnlocked)
    default:
      self.init(
        translated("this entry would exceed 64 KiB, not counting its files; nothing was stored"),
        hint: translated("shorten its note or fields, or store it in another entry"))
    }
  }
}
