// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

/// The user's options for a vault's synchronisation. The settings have a control for each, the terminal a command.
package enum SyncAction: Hashable, Sendable {
  /// Start synchronising.
  case begin
  /// Start synchronising with an invite.
  case beginInvited
  /// Add another device.
  case add
  /// Resume after an alarm.
  case goOn
  /// Stop, and start again at the same place as if for the first time.
  case beginAnew
  /// Send this device's data to the current place.
  case bringForward
  /// Switch to another place.
  case goOver
  /// Compare two devices.
  case compare
  /// Remove a device on another one.
  case remove
  /// Keep the vault on this computer only.
  case stop
  /// Accept the changes that were set aside.
  case take

  /// The option as a command, on one line.
  package var command: String {
    switch self {
    case .begin: translated("To synchronise it with other devices: passfold sync use https://SERVER, or the path of a folder.")
    case .beginInvited: translated("To start with an invite: passfold sync use PLACE --invite INVITE")
    case .add: translated("To add one: passfold devices add")
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
