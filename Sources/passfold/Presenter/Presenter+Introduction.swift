// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

extension Presenter {
  /// The output of `passfold` without arguments, for new users.
  package static let introduction =
    translated(
      """
      Passfold fills in your one-time codes, passkeys and passwords. They are stored encrypted, on this computer
      and on the devices that you add.

      To start:
        passfold init                 create your vault; a window or prompt asks for a passphrase
        passfold browser install      register Passfold with your browsers
        passfold add code             set up the one-time codes of an account (paste its set-up link)
        passfold add login --service shop.example --user anne
                                      add a password

      Every day:
        passfold unlock               unlock the vault for this terminal
        passfold code shop            print the current code
        passfold list                 list what is in the vault
        passfold status               show the current state
        passfold lock                 lock the vault

      passfold help COMMAND explains each command. Passwords and links are never typed on the command line.
      """) + "\n"
}
