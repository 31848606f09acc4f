// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

extension FailureWords {
  /// Finds the words for what keeps a session's sockets from being used; nothing was sent by then.
  init(ofSession failure: CommandFailure) {
    let another = translated("log in by a session of systemd or elogind, or let XDG_RUNTIME_DIR name a folder that is yours alone")
    switch failure {
    case .unsafeFolder(let path):
      self.init(
        translated("\(Presenter.printable(path)) belongs to somebody else, or others may replace what is in it, so nothing was sent there"),
        hint: another, .notRunning)
    case .openFolder(let path):
      self.init(
        translated("\(Presenter.printable(path)) is yours, and open to others, so nothing was sent there"),
        hint: translated("close it and run the command again: chmod 700 '\(Presenter.printable(path))'"), .notRunning)
    case .noRuntimeFolder(let path, let errorNumber):
      self.init(
        translated("the folder of this session, \(Presenter.printable(path)), cannot be used: \(SystemErrorText.text(errorNumber))"),
        hint: translated(
          "log in by a session of systemd or elogind, or let XDG_RUNTIME_DIR name a folder that is yours alone; after su or sudo it may name the former user's"
        ), .notRunning)
    case .runtimePathTooLong(let path):
      self.init(
        translated("the path \(Presenter.printable(path)) is too long: the address of a socket in it has 107 bytes at most"),
        hint: translated("let XDG_RUNTIME_DIR name a folder that is yours alone and has a shorter path"), .notRunning)
    case .foreignListener(let path):
      self.init(
        translated("a program of another user listens at \(Presenter.printable(path)); nothing was sent to it"), hint: another, .notRunning)
    default: self.init(translated("it could not be done; nothing was changed"))
    }
  }
}
