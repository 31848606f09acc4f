// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

/// What the settings say of the place where a vault is synchronised: beginning, going over to another one, and stopping.
package enum SyncPlaceWords {
  package static let beginTitle = translated("Begin to synchronise")
  package static let begin = translated("Synchronise")
  package static let beginHint =
    translated("Everything that you keep is sent there, sealed, and then to each device that you add. The vault asks for your passphrase.")
  package static let place = translated("Server or folder")
  package static let placeHint =
    translated("The address of a sync server, such as https://sync.example, or a folder that Syncthing, Nextcloud or a USB stick carries.")
  package static let chooseFolder = translated("Choose a folder")
  package static let useFolder = translated("Use this folder")
  package static let invite = translated("Invite")
  package static let inviteHint = translated("Where the server takes new accounts only by one.")
  package static let another = translated("Another place")
  package static let anotherHint =
    translated("Name it here, and then on each of your other devices. Your account, your devices and all changes go along.")
  package static let sameHint =
    translated("Or name the present place, where it has stopped, to bring it what this device has.")
  package static let former = translated("The former place does not come back")
  package static let sayFormer = translated("Say that the former place does not come back")
  package static let formerHint = translated("What lay there alone is lost.")
  package static let goOver = translated("Go over")
  package static let stop = translated("Stop synchronising…")
  package static let stopHint = translated("It makes the vault one of this computer alone.")
  package static let stopTitle = translated("Stop synchronising?")
  package static let stopWords =
    translated(
      "The vault is then one of this computer alone. Everything stays in it, and what lies at the server or in the folder stays there for your other devices. To shut this computer out, remove it on another one."
    )
  package static let stopYes = translated("Stop synchronising")
}
