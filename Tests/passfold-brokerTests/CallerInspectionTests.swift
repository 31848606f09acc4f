// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerDoor
import Foundation
import Glibc
import LocalTransport
import Testing

/// Runs real processes, in sandboxes that bubblewrap makes as Flatpak does.
@Suite("The identity of a calling process and its sandbox", .timeLimit(.minutes(2)))
struct CallerInspectionTests {
  private static let information = "[Application]\nname=org.example.App\n[Instance]\ninstance-id=1234567\n"
  /// A separate file system with a forged file at the top, as any user may make one.
  private static let box = [
    "--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64",
    "--proc", "/proc", "--dev", "/dev", "--unshare-pid", "--ro-bind", "@/flatpak-info", "/.flatpak-info",
  ]

  private static func writeInformation(_ folder: URL) throws {
    try information.write(to: folder.appending(path: "flatpak-info"), atomically: true, encoding: .utf8)
  }

  private static func inspection(_ instances: String? = nil) -> CallerInspection {
    CallerInspection(boxes: SandboxInspection(flatpakInstances: instances))
  }

  /// Writes the files that Flatpak keeps about a sandbox.
  private static func keep(_ information: String, child: String, in folder: URL) throws -> String {
    let instance = folder.appending(path: "instances/1234567")
    try FileManager.default.createDirectory(at: instance, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try information.write(to: instance.appending(path: "info"), atomically: true, encoding: .utf8)
    try child.write(to: instance.appending(path: "bwrapinfo.json"), atomically: true, encoding: .utf8)
    return folder.path + "/instances"
  }

  @Test("a program outside a sandbox is identified by its path")
  func ordinary() async throws {
    let visitor = try await Visitor()
    defer { visitor.leave() }
    let identity = try #require(Self.inspection().identity(of: visitor.connection))
    #expect(identity.packaging == nil && identity.isRunning())
    #expect(identity.executable?.contains("/python3") == true)
  }

  @Test("a program that executes another one after it connected loses its identity, and the new one gets none")
  func becomesAnother() async throws {
    let visitor = try await Visitor()
    defer { visitor.leave() }
    let before = try #require(Self.inspection().identity(of: visitor.connection))
    try await visitor.becomeAnother()
    #expect(!before.isRunning())
    let after = try #require(Self.inspection().identity(of: visitor.connection))
    #expect(after.packaging == .unknown && after.executable == nil && !after.isRunning())
  }

  @Test("a process that hides itself gets the fewest rights")
  func hides() async throws {
    let visitor = try await Visitor(hides: true)
    defer { visitor.leave() }
    let identity = try #require(Self.inspection().identity(of: visitor.connection))
    // Nothing is hidden from a broker that runs as root; the end-to-end tests show the same for an ordinary user.
    #expect(identity.packaging == (geteuid() == 0 ? nil : .unknown))
  }

  @Test("a forged .flatpak-info in a mount namespace is rejected, and its process does not count as unsandboxed")
  func madeUp() async throws {
    let visitor = try await Visitor(box: Self.box, prepare: Self.writeInformation)
    defer { visitor.leave() }
    #expect(Self.inspection().identity(of: visitor.connection)?.packaging == .unknown)
    let folder = visitor.folder
    // Files with Flatpak's state do not help if they name the session's first process, the test itself, or another application.
    for child in ["{\"child-pid\": 1}", "{\"child-pid\": \(getpid())}", "{}", "{\"child-pid\": \"x\"}"] {
      let instances = try Self.keep(Self.information, child: child, in: folder)
      #expect(Self.inspection(instances).identity(of: visitor.connection)?.packaging == .unknown)
    }
    let told = try String(contentsOf: folder.appending(path: "bwrapinfo.json"), encoding: .utf8)
    let others = try Self.keep(Self.information.replacingOccurrences(of: ".App", with: ".Other"), child: told, in: folder)
    #expect(Self.inspection(others).identity(of: visitor.connection)?.packaging == .unknown)
  }

  @Test("a sandbox in Flatpak's own state is identified by its application name")
  func flatpak() async throws {
    let visitor = try await Visitor(box: Self.box, prepare: Self.writeInformation)
    defer { visitor.leave() }
    let told = try String(contentsOf: visitor.folder.appending(path: "bwrapinfo.json"), encoding: .utf8)
    let instances = try Self.keep(Self.information, child: told, in: visitor.folder)
    #expect(Self.inspection(instances).identity(of: visitor.connection)?.packaging == .flatpak("org.example.App"))
  }

  @Test("a program mounted over another program's path in a private mount namespace is not identified as that program")
  func overlaid() async throws {
    let visitor = try await Visitor(
      box: ["--ro-bind", "/", "/", "--ro-bind", "@/impostor", "/usr/bin/env"], program: "/usr/bin/env"
    ) { folder in
      try FileManager.default.copyItem(at: URL(filePath: Visitor.python).resolvingSymlinksInPath(), to: folder.appending(path: "impostor"))
    }
    defer { visitor.leave() }
    let identity = try #require(Self.inspection().identity(of: visitor.connection))
    #expect(identity.executable == "/usr/bin/env")
    #expect(identity.packaging == .unknown)
  }

  @Test("prompts name a process by its program, without looking up its application")
  func byNumber() async throws {
    let visitor = try await Visitor()
    defer { visitor.leave() }
    let identity = try #require(Self.inspection().identity(ofProcess: visitor.number))
    #expect(identity.application == nil && identity.programName?.contains("/python3") == true)
  }
}
