// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import FoundationEssentials
import Glibc
import LocalEndpoint
import LocalFiles

/// The applications that the desktop knows, from the folders of installed desktop files (XDG Base Directory Specification).
package struct DesktopApplications: Sendable {
  /// The folders of desktop files. The system's come before the user's, because any program of the user may add a file to the latter.
  let folders: [String]
  private let searchPath: [String]

  /// Creates a value with the folders from the environment.
  package init(variable: (String) -> String? = environmentVariable) {
    let systemFolders = (variable("XDG_DATA_DIRS") ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    let ownFolder = BaseDirectory.data.path(variable: variable)
    folders =
      (systemFolders.isEmpty ? ["/usr/local/share", "/usr/share"] : systemFolders).map { $0 + "/applications" }
      + ["/var/lib/flatpak/exports/share/applications", "/var/lib/snapd/desktop/applications"]
      + (ownFolder.map { [$0 + "/applications", $0 + "/flatpak/exports/share/applications"] } ?? [])
    searchPath = (variable("PATH") ?? "/usr/bin:/bin").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
  }

  /// Returns the application that a caller runs as: the desktop file of its Flatpak or snap, otherwise the first one whose `Exec` starts
  /// the caller's program.
  func application(of caller: CallerIdentity) -> DesktopApplication? {
    switch caller.packaging {
    case .flatpak(let identifier)?:
      return firstApplication { $0 == identifier + ".desktop" }
    case .snap(let name)?:
      return firstApplication { $0.hasPrefix(name + "_") && $0.hasSuffix(".desktop") }
    case .unknown?: return nil
    case nil:
      guard let executable = caller.executable else { return nil }
      return firstApplication {
        $0.hasSuffix(".desktop")
      } where: {
        resolved($0.program) == executable
      }
    }
  }

  private func firstApplication(
    named isCandidate: (String) -> Bool, where condition: (DesktopApplication) -> Bool = { _ in true }
  ) -> DesktopApplication? {
    for folder in folders {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for name in names.filter(isCandidate).sorted() {
        // Exported desktop files are links into the package. The caller cannot choose their targets.
        guard let path = Self.realPath(folder + "/" + name), case .text(let text) = SmallFileContent(at: path),
          let application = DesktopApplication(parsing: text, path: folder + "/" + name), condition(application)
        else { continue }
        return application
      }
    }
    return nil
  }

  private func resolved(_ program: String) -> String? {
    if program.hasPrefix("/") { return Self.realPath(program) }
    guard !program.contains("/") else { return nil }
    return searchPath.lazy.map { $0 + "/" + program }.first { access($0, X_OK) == 0 }.flatMap(Self.realPath)
  }

  /// Returns a path with links resolved; nil if it does not exist.
  package static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
