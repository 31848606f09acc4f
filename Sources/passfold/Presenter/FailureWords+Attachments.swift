// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import VaultProtocol

extension FailureWords {
  /// Finds the words for what is wrong with a file that a credential holds or is to hold.
  init(ofAttachments failure: VaultFailure) {
    switch failure.code {
    case .noSuchAttachment:
      self.init("it holds no file of this name; nothing was changed", hint: "see what it holds: passfold attachments QUERY", .notFound)
    case .attachmentExists:
      self.init(
        "it holds a file of this name already, which stays as it is; nothing was stored",
        hint: "give yours another name: --name NAME; or erase the other first: passfold attachments QUERY --remove NAME")
    case .badAttachmentName:
      self.init(
        "no file can be called that in the vault; nothing was stored",
        hint: "a name has 1 to 255 bytes, no slash and no control characters: --name NAME", .usage)
    case .attachmentTooLong:
      self.init(
        "the file is above 10 MiB, and the vault takes none that is longer; nothing was stored, and your file is as it was",
        hint: "make it smaller, or keep it elsewhere")
    case .tooManyAttachments:
      self.init(
        "a credential holds at most 64 files and 100 MiB of them; nothing was stored, and your file is as it was",
        hint: "erase one: passfold attachments QUERY --remove NAME; or keep yours with another credential")
    case .attachmentDamaged:
      self.init(
        "the file's bytes in the vault are damaged, so none of it was saved; the credential and its other files are whole",
        hint: "passfold vault repair takes the file from a snapshot that has it", .vaultUnusable)
    case .attachmentAwaited:
      self.init(
        "the file's bytes are still on their way from another device, so nothing was saved; the file is not lost, and comes by itself",
        hint: "see how it stands: passfold sync status; leave the device on that has the file", .notFound)
    case .attachmentRefused:
      self.init(
        "what the server or folder gave in the file's place is not the file, so it was not kept and nothing was saved; "
          + "the file is whole on the device where it was added",
        hint: "it is asked for again: passfold sync now; or save it there: passfold attachments QUERY --save NAME", .vaultUnusable)
    case .transferEnded:
      self.init(
        "the vault was locked meanwhile, or no part of the file came for a minute; nothing was stored or saved",
        hint: "run the command again",
        .notUnlocked)
    default:
      self.init(
        "what this credential holds would be above 64 KiB, beside its files; nothing was stored",
        hint: "shorten its note or fields, or keep it with another credential")
    }
  }
}
