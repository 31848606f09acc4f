// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import Broker
import FoundationEssentials
import Glibc
package import LocalTransport

/// Determines the sandbox of a process, relying only on the state that the sandbox's own service keeps.
///
/// A program of this user outside any sandbox can also write Flatpak's state; a sandboxed one cannot. Claiming to be in a sandbox gives a
/// program outside no additional rights.
package struct SandboxInspection: Sendable {
  /// The folder of Flatpak's running sandboxes; nil without a runtime folder.
  private let flatpakInstances: String?
  /// The folder in which snapd keeps the mount namespaces of its snaps.
  private let snapNamespaces: String

  /// Creates a value that reads the services' state from the given or default locations.
  ///
  /// - Parameters:
  ///   - flatpakInstances: A folder such as `$XDG_RUNTIME_DIR/.flatpak`.
  ///   - snapNamespaces: A folder such as `/run/snapd/ns`.
  package init(flatpakInstances: String?, snapNamespaces: String = "/run/snapd/ns") {
    self.flatpakInstances = flatpakInstances
    self.snapNamespaces = snapNamespaces
  }

  /// Returns the sandbox of a process that the caller holds; nil for a process outside any sandbox.
  ///
  /// - Parameters:
  ///   - executable: The path of its program, as reported by the kernel.
  ///   - program: The file that it runs.
  package func packaging(ofProcess number: Int32, executable: String?, program: FileIdentity?) -> CallerIdentity.Packaging? {
    let folder = "/proc/\(number)/"
    switch SmallFileContent(at: folder + "root/.flatpak-info") {
    // A process whose file system is not visible may be in any sandbox.
    case .unreadable: return .unknown
    case .text(let text):
      guard let claim = FlatpakClaim(information: text), vouches(for: claim, ofProcess: number) else { return .unknown }
      return .flatpak(claim.identifier)
    case .missing: break
    }
    // In a separate mount namespace, a process may have any file under any path, so the file that it runs must be the one visible to
    // everyone.
    guard let executable, let program, FileIdentity(at: executable) == program else { return .unknown }
    guard case .text(let groups) = SmallFileContent(at: folder + "cgroup") else { return .unknown }
    return CallerIdentity.Packaging(controlGroups: groups, executable: executable) { isOfSnap($0, process: number) }
  }

  /// Returns whether Flatpak has a running sandbox of this application whose first process is the given one or an ancestor of it
  /// (flatpak-instance.c: `info` is a copy of `/.flatpak-info`, `bwrapinfo.json` is bubblewrap's report about its child).
  private func vouches(for claim: FlatpakClaim, ofProcess number: Int32) -> Bool {
    guard let flatpakInstances else { return false }
    let folder = flatpakInstances + "/" + claim.instance
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(), status.st_mode & 0o022 == 0,
      case .text(let information) = SmallFileContent(at: folder + "/info"), FlatpakClaim(information: information) == claim,
      case .text(let told) = SmallFileContent(at: folder + "/bwrapinfo.json"),
      let first = (try? JSONDecoder().decode(BubblewrapInformation.self, from: Data(told.utf8)))?.childProcess, first > 1,
      let process = PeerProcess(number: first)
    else { return false }
    // The first process of the session is an ancestor of every other one; that of a sandbox has a separate file system.
    guard let namespace = FileIdentity.mountNamespace(ofProcess: first), namespace != FileIdentity.mountNamespace(ofProcess: getpid()),
      namespace == FileIdentity.mountNamespace(ofProcess: number), Self.descends(number, from: first)
    else { return false }
    return process.isRunning
  }

  private struct BubblewrapInformation: Decodable {
    let childProcess: Int32
    enum CodingKeys: String, CodingKey { case childProcess = "child-pid" }
  }

  /// Returns whether a process is another one or a descendant of it, up to 64 generations.
  private static func descends(_ process: Int32, from ancestor: Int32) -> Bool {
    var current = process
    for _ in 0..<64 {
      if current == ancestor { return true }
      guard current > 1, let parent = ProcessStatus.ofProcess(current)?.parent else { return false }
      current = parent
    }
    return false
  }

  /// Returns whether a process is in the mount namespace that snapd keeps for a snap or for this user's use of it, or under the security
  /// profile that snapd has loaded for one of the snap's apps. Only root can create the former, and no process can leave the latter.
  private func isOfSnap(_ name: String, process: Int32) -> Bool {
    var status = stat()
    if lstat(snapNamespaces, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == 0, status.st_mode & 0o022 == 0,
      let namespace = FileIdentity.mountNamespace(ofProcess: process),
      ["\(name).mnt", "\(name).\(geteuid()).mnt"].contains(where: { FileIdentity(at: snapNamespaces + "/" + $0) == namespace })
    {
      return true
    }
    for file in ["attr/apparmor/current", "attr/current"] {
      guard case .text(let label) = SmallFileContent(at: "/proc/\(process)/" + file) else { continue }
      return label.hasPrefix("snap.\(name).")
    }
    return false
  }
}
