// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The reason that there is no session for automated tests.
struct VirtualSessionError: Error {
  /// The kinds of failure; the set may grow.
  struct Code: Hashable, Sendable {
    let name: String

    /// The path is not absolute.
    static let notAbsolute = Code(name: "notAbsolute")
    /// The folder could not be created.
    static let notMade = Code(name: "notMade")
    /// The folder is a link, belongs to another user, or is accessible to others.
    static let notPrivate = Code(name: "notPrivate")
    /// The folder is not empty.
    static let notEmpty = Code(name: "notEmpty")
    /// The session's socket could not be opened.
    static let noSocket = Code(name: "noSocket")
  }

  let code: Code
  let path: String
  var errorNumber: Int32 = 0

  init(_ code: Code, path: String, errorNumber: Int32 = 0) {
    self.code = code
    self.path = path
    self.errorNumber = errorNumber
  }

  /// The explanation of the error, and the next step.
  var words: (happened: String, hint: String) {
    switch code {
    case .notAbsolute: ("the session's folder \(path) is not an absolute path.", "name a folder that begins with /.")
    case .notPrivate:
      ("the session's folder \(path) is not yours alone.", "name a folder that does not exist, and it is made with mode 0700.")
    case .notEmpty:
      (
        "the session's folder \(path) is not empty.",
        "a session for automated tests never stands beside anything of a person's: name a folder that does not exist, or none. Nothing in it was touched."
      )
    case .noSocket: ("the session's socket \(path) cannot be opened.", "name a folder with a shorter path, on a disk with room.")
    default: ("\(path) cannot be made (error \(errorNumber)).", "see that the folder around it is yours and the disk has room.")
    }
  }
}
