// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import FoundationEssentials
import Glibc
import LocalEndpoint
import LocalTransport

/// Finds out who is at the other end of a connection: from the kernel, `/proc`, the box around the program and the installed applications.
struct CallerInspection {
  /// The installed applications.
  let applications: DesktopApplications

  /// The most bytes that are read of any file of a caller's.
  private static let limit = 64 * 1024
  /// What Flatpak puts at the top of every sandbox's file system.
  private static let flatpakInformation = "/.flatpak-info"

  /// Inspects the caller; nil when the kernel does not say who it is.
  func identity(of connection: LocalConnection) -> CallerIdentity? {
    guard let peer = connection.peer else { return nil }
    return identity(ofProcess: peer.process, user: peer.user, executable: peer.executable, held: connection.peerProcess())
  }

  /// Inspects a process of this user's by its number; nil when there is none of it.
  func identity(ofProcess number: Int32) -> CallerIdentity? {
    guard let process = PeerProcess(number: number) else { return nil }
    return identity(ofProcess: number, user: geteuid(), executable: PeerCredentials.executable(ofProcess: number), held: process)
  }

  private func identity(ofProcess number: Int32, user: UInt32, executable: String?, held process: PeerProcess?) -> CallerIdentity {
    let folder = "/proc/\(number)/"
    var identity = CallerIdentity(user: user, process: number, executable: executable) { process?.isRunning ?? false }
    if let text = Self.text(at: folder + "root" + Self.flatpakInformation) {
      identity.packaging = CallerIdentity.Packaging(flatpakInformation: text)
    } else if let text = Self.text(at: folder + "cgroup") {
      identity.packaging = CallerIdentity.Packaging(controlGroups: text, executable: identity.executable)
    }
    identity.application = applications.application(of: identity)
    // What was read under the number is the caller's own only if the caller has not ended by now.
    guard process?.isRunning == true else {
      return CallerIdentity(user: user, process: number, executable: nil) { false }
    }
    return identity
  }

  /// Reads a regular file; a link that a caller laid in its own file system leads nowhere.
  static func text(at path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes { buffer in
        read(descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).baseAddress, buffer.count - filled)
      }
      guard count >= 0 else { return nil }
      if count == 0 { return String(validating: bytes.prefix(filled), as: UTF8.self) }
      filled += count
    }
    return nil
  }
}
