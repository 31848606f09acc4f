// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import Broker
import Glibc
import LocalEndpoint
package import LocalTransport

/// Finds out who is at the other end of a connection: from the kernel, `/proc`, the box around the program and the installed applications.
package struct CallerInspection: Sendable {
  /// The installed applications.
  private let applications: DesktopApplications
  private let boxes: BoxInspection

  /// Inspects by the session's state, unless said otherwise.
  package init(
    applications: DesktopApplications = DesktopApplications(),
    boxes: BoxInspection = BoxInspection(flatpakInstances: environmentVariable("XDG_RUNTIME_DIR").map { $0 + "/.flatpak" })
  ) {
    self.applications = applications
    self.boxes = boxes
  }

  /// Inspects the caller, all but which application it is; nil when the kernel does not say who it is.
  ///
  /// A caller that hid its program when it connected, or runs another one by now, is nobody: it could have become somebody else in between.
  package func identity(of connection: LocalConnection) -> CallerIdentity? {
    guard let peer = connection.peer else { return nil }
    let program = FileIdentity.program(ofProcess: peer.process)
    return identity(
      ofProcess: peer.process, user: peer.user, held: connection.peerProcess(),
      program: program == connection.peerProgram ? program : nil)
  }

  /// The application that the desktop knows a caller as; nil when no desktop file starts it.
  ///
  /// All installed desktop files are read for it, which takes longer than everything else that a client waits for: only what applications may
  /// do hangs on it.
  package func application(of caller: CallerIdentity) -> DesktopApplication? { applications.application(of: caller) }

  /// Inspects a process of this user's by its number, all but which application it is; nil when there is none of it.
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
    // What was read under the number is the caller's own only if the caller has not ended by now.
    guard process?.isRunning == true else {
      return CallerIdentity(user: user, process: number, executable: nil, packaging: .unknown) { false }
    }
    return identity
  }
}
