// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// What the provider can reach, as a text that passes for a code: a letter and 1 or 0 for each.
enum Surroundings {
  /// h: the person's home, b: the session bus, s: Passfold's sockets, n: a network, p: others' processes, o: others' data, d: its own folder,
  /// f: Foundation finds its home there, by each of its names.
  static var seen: String {
    let home = ProcessInfo.processInfo.environment["HOME"] ?? "/nowhere"
    // Its own folder lies in Passfold's, whose neighbours are others' data.
    let others = URL(fileURLWithPath: home).deletingLastPathComponent().path
    let canWrite = FileManager.default.createFile(atPath: home + "/mark", contents: Data("mark".utf8))
    return [
      ("h", holdsSomething("/home", "/root")), ("b", ProcessInfo.processInfo.environment["DBUS_SESSION_BUS_ADDRESS"] != nil),
      ("s", holdsSomething(ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? "/run/user")), ("n", hasNetwork),
      ("p", processes > 8), ("o", (try? FileManager.default.contentsOfDirectory(atPath: others))?.count ?? 0 > 1), ("d", canWrite),
      ("f", foundationsHomes.allSatisfy { $0 == home }),
    ].map { $0 + ($1 ? "1" : "0") }.joined()
  }

  private static var foundationsHomes: [String] {
    [NSHomeDirectory(), FileManager.default.homeDirectoryForCurrentUser.path, URL.homeDirectory.path].map {
      URL(fileURLWithPath: $0, isDirectory: true).standardizedFileURL.path
    }
  }

  private static func holdsSomething(_ paths: String...) -> Bool {
    paths.contains { ((try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? []).isEmpty == false }
  }

  /// Any interface but the loopback one.
  private static var hasNetwork: Bool {
    ((try? String(contentsOfFile: "/proc/net/dev", encoding: .utf8)) ?? "").split(separator: "\n").dropFirst(2).contains {
      !$0.contains("lo:")
    }
  }

  private static var processes: Int {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).count { Int($0) != nil }
  }
}
