// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import Broker
import Glibc
import LocalEndpoint
package import LocalTransport

/// Identifies the process at the other end of a connection, using the kernel, `/proc`, the program's sandbox and the installed
/// applications.
package struct CallerInspection: Sendable {
  /// The installed applications.
  private let applications: DesktopApplications
  private let boxes: SandboxInspection

  /// Creates a value that uses the session's state by default.
  package init(
    applications: DesktopApplications = DesktopApplications(),
    boxes: SandboxInspection = SandboxInspection(flatpakInstances: environmentVariable("XDG_RUNTIME_DIR").map { $0 + "/.flatpak" })
  ) {
    self.applications = applications
    self.boxes = boxes
  }

  /// Identifies the caller, except for its application; nil if the kernel does not report it.
  ///
  /// A caller that hid its program when it connected, or has since started another one, is not identified: it could have become a different
  /// program in between.
  package func identity(of connection: LocalConnection) -> CallerIdentity? {
    guard let peer = connection.peer else { return nil }
    let program = FileIdentity.program(ofProcess: peer.process)
    return identity(
      ofProcess: peer.process, user: peer.user, held: connection.peerProcess(),
      program: program == connection.peerProgram ? program : nil)
  }

  /// Returns the desktop's application for a caller; nil if no desktop file starts it.
  ///
  /// This reads all installed desktop files, which takes longer than everything else that a client waits for. Only the permissions of
  /// applications depend on it.
  package func application(of caller: CallerIdentity) -> DesktopApplication? { applications.application(of: caller) }

  /// Identifies a process of this user by its number, except for its application; nil if there is no such process.
  package func identity(ofProcess number: Int32) -> CallerIdentity? {
    guard let process = PeerProcess(number: number) else { return nil }
    return identity(ofProcess: number, user: geteuid(), held: process, program: FileIdentity.program(ofProcess: number))
  }

  private func identity(ofProcess number: Int32, user: UInt32, held process: PeerProcess?, program: FileIdentity?) -> CallerIdentity {
    let executable = program == nil ? nil : PeerCredentials.executable(ofProcess: number)
    var identity = CallerIdentity(user: user, process: number, executable: executable) {
      process?.isRunning == true && program != nil && FileIdentity.program(ofProcess: number) == program
    }
    identity.packaging = boxes.packaging(ofProcess: number, executable: executable, program: program)
    if let process, let terminal = ControllingTerminal(ofProcess: number, heldBy: process) {
      identity.terminal = CallerIdentity.Terminal(path: terminal.path, device: terminal.device, session: terminal.session)
    }
    // Data read under the process number belong to the caller only if it is still running.
    guard process?.isRunning == true else {
      return CallerIdentity(user: user, process: number, executable: nil, packaging: .unknown) { false }
    }
    return identity
  }
}
