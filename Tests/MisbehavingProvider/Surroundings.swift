// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// What the provider can reach, as a text in place of a code: a letter and 1 or 0 for each.
enum Surroundings {
  /// h: the user's home folder, b: the session bus, s: Passfold's sockets, n: a network, p: other processes, o: other providers' data, d:
  /// its own folder, f: Foundation finds its home folder there, by each of its names.
  static var seen: String {
    let home = ProcessInfo.processInfo.environment["HOME"] ?? "/nowhere"
    // Its own folder is in Passfold's, next to the data of other providers.
    let others = URL(fileURLWithPath: home).deletingLastPathComponent().path
    let canWrite = FileManager.default.createFile(atPath: home + "/mark", contents: Data("mark".utf8))
    return [
      ("h", holdsSomething("/home", "/root")), ("b", ProcessInfo.processInfo.environment["DBUS_SESSION_BUS_ADDRESS"] != nil),
      ("s", holdsSomething(ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? "/run/user")), ("n", hasNetwork),
      ("p", processes > 8), ("o", (try? FileManager.default.contentsOfDirectory(atPath: others))?.count ?? 0 > 1), ("d", canWrite),
      ("f", foundationsHomes.allSatisfy { $0 == home }),
    ].map { $0 + ($1 ? "1" : "0") }.joined()
  }

  /// For each path in the file `paths` in its own folder: r if it can be read, w if it can also be written, c if it is a socket that
  /// accepts a connection, and - if it is out of reach.
  static var reached: String {
    let home = ProcessInfo.processInfo.environment["HOME"] ?? "/nowhere"
    let paths = ((try? String(contentsOfFile: home + "/paths", encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
    return paths.map { path in
      if connects(to: path) { return "c" }
      guard access(path, R_OK) == 0 else { return "-" }
      let descriptor = open(path, O_WRONLY | O_APPEND)
      if descriptor >= 0 { close(descriptor) }
      return descriptor >= 0 || FileManager.default.createFile(atPath: path + "/mark", contents: nil) ? "w" : "r"
    }.joined()
  }

  private static func connects(to path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 }
    }
  }

  private static var foundationsHomes: [String] {
    [NSHomeDirectory(), FileManager.default.homeDirectoryForCurrentUser.path, URL.homeDirectory.path].map {
      URL(fileURLWithPath: $0, isDirectory: true).standardizedFileURL.path
    }
  }

  private static func holdsSomething(_ paths: String...) -> Bool {
    paths.contains { ((try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? []).isEmpty == false }
  }

  /// Whether there is an interface other than loopback.
  private static var hasNetwork: Bool {
    ((try? String(contentsOfFile: "/proc/net/dev", encoding: .utf8)) ?? "").split(separator: "\n").dropFirst(2).contains {
      !$0.contains("lo:")
    }
  }

  private static var processes: Int {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).count { Int($0) != nil }
  }
}
