// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import Foundation
import LocalEndpoint
import Testing
import passfold_broker

@Suite("The launch of a provider")
struct ProviderLaunchTests {
  private static let session = [
    "HOME": "/people/anne", "PATH": "/usr/bin", "LANG": "de_DE.UTF-8", "LC_TIME": "C", "DISPLAY": ":0", "AWS_SECRET": "x",
    "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/1000/bus", "XDG_RUNTIME_DIR": "/run/user/1000", "WAYLAND_DISPLAY": "wayland-0",
  ]

  private static let sandbox = LaunchPlaces.Sandbox(bubblewrap: "/usr/bin/bwrap", filters: [[1], [2]], countsProcesses: true)

  private func launch(in sandbox: LaunchPlaces.Sandbox? = sandbox, _ change: (inout ProviderBundle.Needs) -> Void = { _ in })
    -> ProviderLaunch
  {
    var needs = ProviderBundle.Needs()
    change(&needs)
    let bundle = ProviderBundle(
      identifier: "org.example.one", displayName: "One", executable: "/bundles/One.provider/One", capabilities: .init(), needs: needs)
    var places = LaunchPlaces(
      environment: Self.session, sandbox: sandbox, swiftLibraries: nil, runtimeFolder: "/run/user/1000/passfold",
      dataFolder: "/people/anne/.local/share", processors: 4)
    places.selfMadeSandbox = sandbox.map { LaunchPlaces.SelfMadeSandbox(filters: $0.filters) }
    places.localeFolder = Self.localeFolder
    return ProviderLaunch(bundle, places: places)
  }

  private static let localeFolder = "/people/anne/.local/share/locale"

  private func has(_ launch: ProviderLaunch, _ words: String...) -> Bool { has(launch.arguments, words) }

  private func has(_ all: [String], _ words: [String]) -> Bool { all.indices.contains { all[$0...].starts(with: words) } }

  /// The arguments of the plan by which a program sandboxes itself.
  private func plan(of launch: ProviderLaunch) -> [String] {
    let words = (launch.handed.first ?? []).split(separator: 0, omittingEmptySubsequences: false)
    return words.dropLast().map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("a provider has no network, sees no other process, holds no capability and dies with the broker")
  func walls() {
    let launch = launch()
    #expect(launch.program == "/usr/bin/bwrap")
    for wall in ["--unshare-net", "--unshare-pid", "--unshare-ipc", "--die-with-parent", "--new-session"] { #expect(has(launch, wall)) }
    #expect(has(launch, "--cap-drop", "ALL"))
  }

  @Test("a provider's home is its own folder, and it sees none of the user's other folders")
  func ownFolder() {
    let launch = launch()
    let own = "/people/anne/.local/share/passfold/provider-data/org.example.one"
    #expect(has(launch, "--bind", own, own))
    #expect(launch.environment["HOME"] == own)
    // Foundation prefers the account's entry to HOME.
    #expect(launch.environment["CFFIXED_USER_HOME"] == own)
    #expect(!launch.arguments.contains("/people/anne") && !launch.arguments.contains { $0.hasPrefix("/run/user") })
  }

  @Test("only the built-in vault sees the installation's translations")
  func translations() {
    let vault = launch { $0.servesSession = true }
    #expect(has(plan(of: vault), ["--ro-bind-try", Self.localeFolder, Self.localeFolder]))
    #expect(!launch().arguments.contains(Self.localeFolder))
  }

  @Test("a provider inherits only the language and the path from the session's environment")
  func environment() {
    let names: Set = ["HOME", "CFFIXED_USER_HOME", "PATH", "LANG", "LC_TIME", "PASSFOLD_PROVIDER_DESCRIPTOR", "SWIFT_BACKTRACE"]
    #expect(Set(launch().environment.keys) == names)
    #expect(launch(in: nil).environment == launch().environment)
  }

  @Test("a provider that declares the network has access to it")
  func network() {
    #expect(!has(launch { $0.network = true }, "--unshare-net"))
  }

  @Test("a passphrase prompt gets the session's display, but no other display, no terminal and no session bus")
  func prompt() {
    let launch = launch { $0.passphrasePrompt = true }
    #expect(has(launch, "--ro-bind-try", "/run/user/1000/wayland-0"))
    #expect(has(launch, "--ro-bind-try", "/tmp/.X11-unix/X0", "/tmp/.X11-unix/X0"))
    #expect(!launch.arguments.contains("/tmp/.X11-unix"))
    #expect(!launch.arguments.contains { $0.hasPrefix("/dev/pts") || $0.hasPrefix("/dev/tty") || $0.hasPrefix("/dev/tpm") })
    #expect(launch.environment["DBUS_SESSION_BUS_ADDRESS"] == nil && !launch.arguments.contains("/run/user/1000/bus"))
  }

  @Test(
    "only a display on this computer has a socket to bind",
    arguments: [(":0", "X0"), (":12.1", "X12"), ("unix:3", "X3"), ("localhost:10.0", nil), (":", nil), (":../x", nil), ("wayland-0", nil)])
  func displays(display: String, socket: String?) {
    #expect(SandboxMounts.displaySocket(display) == socket.map { "/tmp/.X11-unix/" + $0 })
  }

  @Test("the provider that serves the session sees Passfold's folders, but neither other providers' data nor the network")
  func session() {
    let launch = launch {
      $0.servesSession = true
      $0.passphrasePrompt = true
    }
    let plan = plan(of: launch)
    #expect(has(plan, ["--bind", "/run/user/1000/passfold", "/run/user/1000/passfold"]))
    #expect(has(plan, ["--dev-bind-try", "/dev/pts", "/dev/pts"]) && !plan.contains("/tmp/.X11-unix"))
    #expect(has(plan, ["--dev-bind-try", "/dev/tpmrm0", "/dev/tpmrm0"]))
    #expect(has(plan, ["--bind", "/people/anne/.local/share/passfold"]))
    #expect(has(plan, ["--size", "67108864", "--tmpfs", "/people/anne/.local/share/passfold/provider-data"]))
    for wall in ["--unshare-net", "--unshare-ipc", "--die-with-parent", "--new-session"] { #expect(plan.contains(wall)) }
    #expect(has(plan, ["--remount-ro", "/dev", "--remount-ro", "/"]) && !plan.contains("/people/anne"))
    #expect(launch.environment["HOME"] == "/people/anne")
  }

  @Test("the provider that serves the session starts unsandboxed and receives the plan of its sandbox as bubblewrap arguments")
  func selfMade() {
    let launch = launch { $0.servesSession = true }
    #expect(launch.program == "/bundles/One.provider/One" && launch.arguments == [launch.program] && launch.beginsSession)
    #expect(launch.environment["PASSFOLD_SANDBOX_DESCRIPTOR"] == "4")
    #expect(has(plan(of: launch), ["--ro-bind-try", "/usr", "/usr"]))
    // The plan comes first; the filters follow in the descriptors that it names.
    #expect(plan(of: launch).suffix(4) == ["--add-seccomp-fd", "5", "--add-seccomp-fd", "6"])
    #expect(launch.handed.dropFirst() == [[1], [2]])
  }

  @Test("a held launch runs with its arguments and descriptors once it is released, and exits if the broker goes away")
  func waiting() throws {
    for isTold in [true, false] {
      var launch = launch(in: nil)
      launch.program = "/bin/sh"
      launch.arguments = ["sh", "-c", #"echo "$0 $1 $(cat <&4)" >&5"#, "one", "two words"]
      launch.handed = [Array("handed".utf8), []]
      let gate = try #require(launch.gate)
      #expect(gate == 6)
      launch = launch.waiting(at: gate)
      #expect(launch.program == "/bin/sh" && launch.arguments.suffix(3) == [#"echo "$0 $1 $(cat <&4)" >&5"#, "one", "two words"])
      let process = Process()
      process.executableURL = URL(filePath: "/bin/bash")
      let told = isTold ? "echo go" : "true"
      // The descriptors as the broker would pass them.
      process.arguments = ["-c", #"exec 4<<<handed 5>&1 6< <(\#(told)); exec "$0" "$@""#, launch.program] + launch.arguments.dropFirst()
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(said == (isTold ? "one two words handed\n" : ""))
      #expect(process.terminationStatus == (isTold ? 0 : 1))
    }
  }

  @Test("a session provider that cannot make its own sandbox runs without one, never in bubblewrap's, which would expose its memory")
  func noSelfMade() {
    var needs = ProviderBundle.Needs()
    needs.servesSession = true
    let launch = ProviderLaunch(
      ProviderBundle(
        identifier: "org.example.one", displayName: "One", executable: "/bundles/One.provider/One", capabilities: .init(), needs: needs),
      places: LaunchPlaces(
        environment: Self.session, sandbox: Self.sandbox, swiftLibraries: nil, runtimeFolder: "/run/user/1000/passfold",
        dataFolder: "/people/anne/.local/share", processors: 4))
    #expect(launch.program == "/bin/sh" && launch.handed.isEmpty && launch.environment["PASSFOLD_SANDBOX_DESCRIPTOR"] == nil)
    #expect(launch.arguments == ["sh", "-c", #"ulimit -c 0; exec "$0""#, "/bundles/One.provider/One"])
  }

  @Test("descriptors, memory, processor time, file sizes and core dumps are limited, with and without a sandbox")
  func limits() {
    for launch in [launch(), launch(in: nil)] {
      let script = launch.arguments.dropLast().last ?? ""
      for limit in ["-n 64", "-d 557056", "-v 4489216", "-t 900", "-f 524288", "-c 0"] { #expect(script.contains("ulimit \(limit);")) }
      #expect(launch.arguments.last == "/bundles/One.provider/One")
    }
    #expect(launch(in: nil).program == "/bin/sh")
  }

  @Test("the number of processes is limited only where the kernel counts them per sandbox instead of per user")
  func processes() {
    func limitsProcesses(_ launch: ProviderLaunch) -> Bool {
      (launch.arguments.dropLast().last ?? "").contains("ulimit -u 132 || ulimit -p 132; }")
    }
    #expect(limitsProcesses(launch()))
    #expect(!limitsProcesses(launch(in: .init(bubblewrap: "/usr/bin/bwrap", filters: [], countsProcesses: false))))
    #expect(!limitsProcesses(launch(in: nil)))
  }

  @Test("the system-call filters are in force before a provider's program starts")
  func filters() {
    let launch = launch()
    #expect(has(launch, "--add-seccomp-fd", "4", "--add-seccomp-fd", "5", "--", "/bin/sh"))
    #expect(launch.handed == [[1], [2]])
    #expect(self.launch(in: nil).handed.isEmpty)
  }

  @Test("the sandbox's own mounts are read-only, and its writable folders are limited to 64 MiB")
  func memory() {
    let launch = launch()
    #expect(has(launch, "--remount-ro", "/dev", "--remount-ro", "/"))
    for folder in ["/dev/shm", "/tmp", "/var/tmp"] { #expect(has(launch, "--size", "67108864", "--tmpfs", folder)) }
  }

  @Test("each existing path that the user approved is bound in place, read-only unless declared writable")
  func access() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/passfold-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder + "/store/inner", withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: folder + "/keys"))
    try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: folder + "/store")
    try FileManager.default.createSymbolicLink(atPath: folder + "/trap", withDestinationPath: "/people/anne/.local")
    try FileManager.default.createSymbolicLink(atPath: folder + "/processes", withDestinationPath: "/proc/self")
    let declared = [
      ("folder", "store", "/store", false), ("folder", "inner", "/store/inner", true), ("file", "keys", "/keys", false),
      ("folder", "link", "/link", false), ("folder", "absent", "/absent", false), ("folder", "nofolder", "/keys", false),
      ("socket", "nosocket", "/keys", false), ("program", "noprogram", "/keys", false), ("folder", "processes", "/processes", false),
    ]
    let surroundings = AccessSurroundings(variable: { _ in nil }, own: [])
    let access = declared.compactMap { kind, name, path, isWritable in
      ProviderAccess.Kind(rawValue: kind).map {
        ProviderAccess(kind: $0, name: name, path: folder + path, purpose: "a test", isWritable: isWritable).placed(in: surroundings)
      }
    }
    let variable = ProviderAccess(kind: .variable, name: "display", path: "DISPLAY", purpose: "a test").placed(in: surroundings)
    let bundle = ProviderBundle(
      identifier: "org.example.one", displayName: "One", executable: "/bundles/One.provider/One", capabilities: .init(),
      access: access + [variable])
    let launch = ProviderLaunch(
      bundle,
      places: LaunchPlaces(
        environment: Self.session, sandbox: Self.sandbox, swiftLibraries: nil, runtimeFolder: "/run/user/1000/passfold",
        dataFolder: "/people/anne/.local/share", processors: 4))
    let bound = launch.arguments.filter { $0.hasPrefix(folder) }
    let inner = folder + "/store/inner"
    #expect(has(launch, "--ro-bind-try", folder + "/store", folder + "/store", "--bind-try", inner, inner))
    #expect(has(launch, "--ro-bind-try", folder + "/keys", folder + "/keys"))
    #expect(has(launch, "--ro-bind-try", folder + "/store", folder + "/link"))
    // Each of the four appears twice: as source and as destination.
    #expect(bound.count == 8, "\(bound)")
    #expect(launch.environment["PASSFOLD_ACCESS_STORE"] == folder + "/store" && launch.environment["DISPLAY"] == ":0")
    #expect(launch.environment["XDG_RUNTIME_DIR"] == nil)
  }

  /// Whether a socket is bound in an inner folder of an outer one, with these permissions.
  private func bindsSocket(outer: Int, inner: Int, owner: Int? = nil) throws -> Bool {
    let folder = "/tmp/pf-" + String(UUID().uuidString.prefix(8))
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder + "/inner", withIntermediateDirectories: true)
    let listener = try UnixSocket.listen(at: folder + "/inner/socket")
    defer { close(listener) }
    if let owner { chown(folder + "/inner/socket", uid_t(owner), gid_t.max) }
    try FileManager.default.setAttributes([.posixPermissions: inner], ofItemAtPath: folder + "/inner")
    try FileManager.default.setAttributes([.posixPermissions: outer], ofItemAtPath: folder)
    let access = ProviderAccess(kind: .socket, name: "server", path: folder + "/inner/socket", purpose: "a test").placed(
      in: AccessSurroundings(variable: { _ in nil }, own: []))
    let bundle = ProviderBundle(
      identifier: "org.example.one", displayName: "One", executable: "/bundles/One.provider/One", capabilities: .init(), access: [access])
    let places = LaunchPlaces(
      environment: Self.session, sandbox: Self.sandbox, swiftLibraries: nil, runtimeFolder: "/run/user/1000/passfold",
      dataFolder: "/people/anne/.local/share", processors: 4)
    return ProviderLaunch(bundle, places: places).arguments.contains(folder + "/inner/socket")
  }

  @Test("a socket is bound only if the user owns it and no one else could have replaced it")
  func socketOwners() throws {
    #expect(try bindsSocket(outer: 0o755, inner: 0o755) && bindsSocket(outer: 0o700, inner: 0o777))
    #expect(try bindsSocket(outer: 0o755, inner: 0o1777))
    #expect(
      try !bindsSocket(outer: 0o755, inner: 0o777) && !bindsSocket(outer: 0o777, inner: 0o755) && !bindsSocket(outer: 0o755, inner: 0o775))
    // Only root can give a file to another user.
    if geteuid() == 0 { #expect(try !bindsSocket(outer: 0o700, inner: 0o700, owner: 65_534)) }
  }
}
