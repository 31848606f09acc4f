// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Who a client is, as the kernel and the installed system tell it; what the client says of itself is no part of it.
package struct CallerIdentity: Sendable {
  /// The box that a program runs in.
  package enum Packaging: Hashable, Sendable {
    /// A Flatpak application of this identifier.
    case flatpak(String)
    /// The snap of this name.
    case snap(String)
    /// One that nobody vouches for, or a process that shows nobody where it runs; it gets what the least trusted gets.
    case unknown
  }

  /// The terminal that controls the client's process, by the kernel's word.
  package struct Terminal: Hashable, Sendable {
    /// The terminal's path below `/dev`, as the broker sees it.
    package let path: String
    /// The terminal's device number.
    package let device: UInt64
    /// The id of the session that the terminal controls.
    package let session: Int32

    /// Describes a terminal.
    package init(path: String, device: UInt64, session: Int32) {
      self.path = path
      self.device = device
      self.session = session
    }
  }

  /// The client's effective user.
  package var user: UInt32
  /// The client's process number when it connected.
  package var process: Int32
  /// The absolute path of the program, as the client's own file system has it; nil for a process that shows it to nobody.
  package var executable: String?
  /// The box that the program runs in; nil for none.
  package var packaging: Packaging?
  /// The application that the desktop knows the program as; nil when no desktop file starts it.
  package var application: DesktopApplication?
  /// The controlling terminal of the process when it said hello; nil for none. Two programs are at the same terminal when these are equal.
  package var terminal: Terminal?
  /// Whether the process that connected has not ended and runs the program that it ran then; false also where the kernel gave no hold on it,
  /// and where it hides its program by now. Asked again where a name or a right hangs on it.
  package var isRunning: @Sendable () -> Bool

  /// Gathers what is known of a client.
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

  /// The application's identifier: a Flatpak's own, else the name of the desktop file; nil for a program that no desktop file starts.
  package var applicationIdentifier: String? {
    if case .flatpak(let identifier)? = packaging { return identifier }
    return application?.identifier
  }

  /// The name by which a person is told who asks: the application's, else the program's file.
  package var displayName: String {
    if let name = application?.name, !name.isEmpty { return DisplayText.line(name) }
    if let executable, let file = executable.split(separator: "/").last { return DisplayText.line(String(file)) }
    return "Process \(process)"
  }
}
