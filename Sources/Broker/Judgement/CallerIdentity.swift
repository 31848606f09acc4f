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
  }

  /// The terminal that controls a process, as the kernel has it.
  package struct Terminal: Hashable, Sendable {
    /// The terminal's device number.
    package var device: UInt64
    /// The id of the session that it controls.
    package var session: Int32

    /// Names a terminal.
    package init(device: UInt64, session: Int32) {
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
  /// The terminal that controls the client; nil for none. What a client says of terminals counts for nothing.
  package var terminal: Terminal?
  /// Whether the process that connected has not ended; false also where the kernel gave no hold on it.
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
