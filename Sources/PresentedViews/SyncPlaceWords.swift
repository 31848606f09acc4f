// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

/// The settings' words about the place where a vault is synchronised: starting, switching and stopping.
package enum SyncPlaceWords {
  package static let beginTitle = translated("Start synchronising")
  package static let begin = translated("Synchronise")
  package static let beginHint =
    translated(
      "Everything in your vault is encrypted, sent to this server or folder, and from there to each device you add. The vault asks for your passphrase."
    )
  package static let place = translated("Server or folder")
  package static let placeHint =
    translated(
      "The address of a sync server, such as https://sync.example, or a folder that Syncthing, Nextcloud or a USB stick transfers.")
  package static let chooseFolder = translated("Choose a folder")
  package static let useFolder = translated("Use this folder")
  package static let invite = translated("Invite")
  package static let inviteHint = translated("If the server requires one for new accounts.")
  package static let another = translated("Another place")
  package static let anotherHint =
    translated("Enter it here, then on each of your other devices. Your account, your devices and all changes move with you.")
  package static let sameHint =
    translated("Or enter the current place, where synchronisation has stopped, to send it everything this device has.")
  package static let former = translated("The old place is gone permanently")
  package static let sayFormer = translated("Say that the old place is gone permanently")
  package static let formerHint = translated("Data stored only there is lost.")
  package static let goOver = translated("Switch")
  package static let stop = translated("Stop synchronising…")
  package static let stopHint = translated("The vault then stays on this computer only.")
  package static let stopTitle = translated("Stop synchronising?")
  package static let stopWords =
    translated(
      "The vault then stays on this computer only and keeps everything. The data on the server or in the folder stays there for your other devices. To exclude this computer, remove it on another one."
    )
  package static let stopYes = translated("Stop synchronising")
}
