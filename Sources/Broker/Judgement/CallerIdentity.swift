// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The identity of a client according to the kernel and the installed system, without the client's own claims.
package struct CallerIdentity: Sendable {
  /// The sandbox of a program.
  package enum Packaging: Hashable, Sendable {
    /// A Flatpak application with this identifier.
    case flatpak(String)
    /// The snap with this name.
    case snap(String)
    /// An unverified sandbox, or a process that hides where it runs; it gets the rights of the least trusted.
    case unknown
  }

  /// The controlling terminal of the client's process, according to the kernel.
  package struct Terminal: Hashable, Sendable {
    /// The terminal's path below `/dev`, as seen by the broker.
    package let path: String
    /// The terminal's device number.
    package let device: UInt64
    /// The identifier of the session controlled by the terminal.
    package let session: Int32

    /// Creates a terminal.
    package init(path: String, device: UInt64, session: Int32) {
      self.path = path
      self.device = device
      self.session = session
    }
  }

  /// The client's effective user.
  package var user: UInt32
  /// The client's process identifier when it connected.
  package var process: Int32
  /// The absolute path of the program in the client's own file system; nil for a process that hides it.
  package var executable: String?
  /// The sandbox of the program; nil if there is none.
  package var packaging: Packaging?
  /// The desktop application of the program; nil if no desktop file starts it.
  package var application: DesktopApplication?
  /// The controlling terminal of the process at its hello; nil if there is none. Two programs are at the same terminal if these are equal.
  package var terminal: Terminal?
  /// Whether the connected process has not ended and still runs the same program. It is also false if the kernel gave no handle on the
  /// process, and if it now hides its program. Check it again before relying on a name or a right.
  package var isRunning: @Sendable () -> Bool

  /// Creates an identity.
  package init(
    user: UInt32, process: Int32, executable: String?, packaging: Packaging? = nil, application: DesktopApplication? = nil,
    terminal: Terminal? = nil, isRunning: @escaping @Sendable () -> Bool
  ) {
    self.user = user
    self.process = process
    self.executable = executable
    self.packaging = packaging
    self.application = application
    self.terminal = terminal
    self.isRunning = isRunning
  }

  /// The application's identifier: a Flatpak's own, otherwise the name of the desktop file; nil for a program that no desktop file starts.
  package var applicationIdentifier: String? {
    if case .flatpak(let identifier)? = packaging { return identifier }
    return application?.identifier
  }

  /// The name of the client for the user: the application's, otherwise the program's file.
  package var displayName: String {
    if let name = application?.name, !name.isEmpty { return DisplayText.line(name) }
    if let executable, let file = executable.split(separator: "/").last { return DisplayText.line(String(file)) }
    return "Process \(process)"
  }
}
