// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

/// What a person can do about how the vault stands to its other devices. The settings have a control for each, the terminal a command.
package enum SyncWay: Hashable, Sendable {
  /// Beginning to synchronise.
  case begin
  /// The same with what lets a new account in.
  case beginInvited
  /// Going on after an alarm.
  case goOn
  /// Stopping, and beginning at the same place as if for the first time.
  case beginAnew
  /// Bringing what this device has to the place where it is synchronised.
  case bringForward
  /// Going over to another place.
  case goOver
  /// Comparing two devices.
  case compare
  /// Removing a device on another one.
  case remove
  /// Making the vault one of this computer alone.
  case stop
  /// Taking what was kept aside.
  case take

  /// How it is done in a terminal, in a line.
  package var command: String {
    switch self {
    case .begin: translated("To synchronise it with other devices: passfold sync use https://SERVER, or the path of a folder.")
    case .beginInvited: translated("To start with an invite: passfold sync use PLACE --invite INVITE")
    case .goOn: translated("To resume: passfold sync resume")
    case .beginAnew: translated("To start again: passfold sync stop, then passfold sync use PLACE")
    case .bringForward: translated("To start again at the same place: passfold sync use PLACE")
    case .goOver: translated("To enter the new place: passfold sync use PLACE")
    case .compare: translated("To compare, on both devices: passfold devices compare")
    case .remove: translated("To remove it, on another device: passfold devices remove")
    case .stop: translated("To stop: passfold sync stop")
    case .take: translated("To accept them: passfold sync accept")
    }
  }
}
