// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations

extension FailureWords {
  /// Finds the words for problems with a session's sockets; nothing has been sent at that point.
  init(ofSession failure: CommandFailure) {
    let another = translated("log in through a systemd or elogind session, or set XDG_RUNTIME_DIR to a folder that only you can access")
    switch failure {
    case .unsafeFolder(let path):
      self.init(
        translated("\(Presenter.printable(path)) belongs to another user, or others can replace its contents, so nothing was sent there"),
        hint: another, .notRunning)
    case .openFolder(let path):
      self.init(
        translated("\(Presenter.printable(path)) is yours but open to other users, so nothing was sent there"),
        hint: translated("restrict it and run the command again: chmod 700 '\(Presenter.printable(path))'"), .notRunning)
    case .noRuntimeFolder(let path, let errorNumber):
      self.init(
        translated("the session folder \(Presenter.printable(path)) cannot be used: \(SystemErrorText.text(errorNumber))"),
        hint: translated(
          "log in through a systemd or elogind session, or set XDG_RUNTIME_DIR to a folder that only you can access; after su or sudo it may still name the previous user's folder"
        ), .notRunning)
    case .runtimePathTooLong(let path):
      self.init(
        translated("the path \(Presenter.printable(path)) is too long: a socket address in it can have at most 107 bytes"),
        hint: translated("set XDG_RUNTIME_DIR to a folder that only you can access and that has a shorter path"), .notRunning)
    case .foreignListener(let path):
      self.init(
        translated("another user's program listens at \(Presenter.printable(path)); nothing was sent to it"), hint: another, .notRunning)
    default: self.init(translated("this could not be done; nothing was changed"))
    }
  }
}
