// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

extension Presenter {
  /// What `passfold` alone says to somebody who has never met it.
  package static let introduction =
    translated(
      """
      Passfold fills in your one-time codes, passkeys and passwords. They are kept encrypted, on this computer
      and on the devices that you add.

      To begin:
        passfold init                 make your vault; a window or prompt asks for a passphrase
        passfold browser install      let your browsers find Passfold
        passfold add code             set up the one-time codes of an account (paste its set-up link)
        passfold add login --service shop.example --user anne
                                      keep a password

      Every day:
        passfold unlock               open the vault for this terminal
        passfold code shop            print the current code
        passfold list                 see what is in the vault
        passfold status               see how everything stands
        passfold lock                 close the vault

      passfold help COMMAND explains each of them. Passwords and links are never typed on the command line.
      """) + "\n"
}
