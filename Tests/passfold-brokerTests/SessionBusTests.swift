// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import Foundation
import Glibc
import Testing
import passfold_broker

/// Tests/EndToEnd/test_secret_service.py shows with a real bus which messages the filter lets through.
@Suite("A provider's access to a program on the session bus")
struct SessionBusTests {
  private static let members = [
    BusMember(.method, "org.freedesktop.Secret.Service.SearchItems", of: "/org/freedesktop/secrets", purpose: "to find"),
    BusMember(.signal, "org.freedesktop.Secret.Prompt.Completed", of: "/org/freedesktop/secrets/*", purpose: "to learn"),
  ]

  /// A folder with programs that do nothing.
  private func programs(_ names: [String]) throws -> String {
    let folder = FileManager.default.temporaryDirectory.path + "/passfold-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in names {
      _ = FileManager.default.createFile(atPath: folder + "/" + name, contents: nil, attributes: [.posixPermissions: 0o755])
    }
    return folder
  }

  private func launch(
    _ bus: SessionBus, sandbox: LaunchPlaces.Sandbox? = .init(bubblewrap: "/usr/bin/bwrap", filters: [[1], [2]], countsProcesses: true)
  )
    -> ProviderLaunch
  {
    let access = ProviderAccess(kind: .bus, name: "secrets", path: "org.freedesktop.secrets", purpose: "a test", members: Self.members)
    let bundle = ProviderBundle(
      identifier: "org.example.one", displayName: "One", executable: "/bundles/One.provider/One", capabilities: .init(),
      access: [access.placed(in: .none)])
    var places = LaunchPlaces(
      environment: ["PATH": "/usr/bin", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/1000/bus"], sandbox: sandbox, swiftLibraries: nil,
      runtimeFolder: "/run/user/1000/passfold", dataFolder: "/people/anne/.local/share", processors: 4)
    places.bus = bus
    return ProviderLaunch(bundle, places: places)
  }

  private func filter(_ address: String = "unix:path=/run/user/1000/bus") throws -> SessionBus {
    .filtered(
      BusFilter(
        program: "/usr/bin/xdg-dbus-proxy", bus: try #require(BusFilter.Place(address)), folder: "/run/user/1000/passfold/bus/7-1"))
  }

  @Test("the filter permits only the declared members of the one name, and never a whole name")
  func rules() throws {
    let script = launch(try filter()).arguments[2]
    #expect(
      script.contains("'--filter' '--call=org.freedesktop.secrets=org.freedesktop.Secret.Service.SearchItems@/org/freedesktop/secrets'"))
    #expect(script.contains("'--broadcast=org.freedesktop.secrets=org.freedesktop.Secret.Prompt.Completed@/org/freedesktop/secrets/*'"))
    for opening in ["--talk", "--own", "--see", "--sloppy-names"] { #expect(!script.contains(opening)) }
  }

  @Test("the provider sees the filter's socket, and the bus's path is in neither its sandbox nor its environment")
  func socket() throws {
    let launch = launch(try filter())
    let socket = "/run/user/1000/passfold/bus/7-1/socket"
    let sandbox = launch.arguments.dropFirst(4)
    #expect(launch.environment["PASSFOLD_ACCESS_SECRETS"] == socket && launch.environment["DBUS_SESSION_BUS_ADDRESS"] == nil)
    #expect(sandbox.filter { $0 == socket }.count == 2 && !sandbox.contains { $0.contains("/run/user/1000/bus") })
    #expect(Array(sandbox.prefix(3)) == ["/usr/bin/bwrap", "--sync-fd", "8"])
  }

  @Test("the filter is sandboxed too, without the network, and sees only the bus and its own folder")
  func shutIn() throws {
    let script = launch(try filter()).arguments[2]
    #expect(script.contains("'--unshare-net'") && script.contains("'--ro-bind-try' '/run/user/1000/bus' '/run/user/1000/bus'"))
    #expect(script.contains("'--bind' '/run/user/1000/passfold/bus/7-1' '/run/user/1000/passfold/bus/7-1'"))
    // The filter and the provider each have system-call filters, on separate descriptors.
    #expect(script.contains("'--add-seccomp-fd' '6' '--add-seccomp-fd' '7'"))
    #expect(try launch(filter()).handed == [[1], [2], [1], [2]])
    // A bus without a socket file is in the network namespace.
    #expect(!launch(try filter("unix:abstract=/tmp/dbus-x")).arguments[2].contains("--unshare-net"))
  }

  @Test("the filter and the provider do not share descriptors")
  func descriptors() throws {
    let script = launch(try filter()).arguments[2]
    #expect(script.contains("3<&- 4<&- 5<&-") && script.hasSuffix(#"exec "$@" 6<&- 7<&-"#))
    let plain = launch(try filter(), sandbox: nil)
    #expect(plain.arguments[2].contains("exec '/usr/bin/xdg-dbus-proxy'") && plain.handed.isEmpty && plain.program == "/bin/sh")
  }

  @Test("an address with shell metacharacters stays a single shell argument")
  func quoting() throws {
    let script = launch(try filter("unix:path=/run/a'$(touch /tmp/x)'")).arguments[2]
    #expect(script.contains(#"'unix:path=/run/a'\''$(touch /tmp/x)'\'''"#))
  }

  @Test("a provider without a filter or bus starts without bus access and is told which one is missing")
  func missing() throws {
    for (bus, told) in [(SessionBus.filterMissing, "missing:filter"), (.busMissing, "missing:bus")] {
      let launch = launch(bus)
      #expect(launch.environment["PASSFOLD_ACCESS_SECRETS"] == told && launch.program == "/usr/bin/bwrap")
      #expect(!launch.arguments.contains { $0.contains("/run/user/1000") && !$0.contains("DBUS") })
    }
  }

  @Test("the doctor reports which half of a provider's bus access is missing, and a filter that does not start")
  func trial() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/pf-" + UUID().uuidString.prefix(8)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let listener = Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: (folder + "/bus").utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    #expect(bound == 0)
    let access = [ProviderAccess(kind: .bus, name: "secrets", path: "org.freedesktop.secrets", purpose: "a test", members: Self.members)]
    func finding(_ program: String, bus: String = folder + "/bus") throws -> String? {
      var places = LaunchPlaces(
        environment: ["PATH": "/usr/bin:/bin"], sandbox: nil, swiftLibraries: nil, runtimeFolder: folder, dataFolder: folder, processors: 1)
      let own = folder + "/" + UUID().uuidString.prefix(8)
      try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
      places.bus = .filtered(BusFilter(program: program, bus: try #require(BusFilter.Place("unix:path=" + bus)), folder: own))
      return BusFilterTrial.finding(about: access, in: places)
    }
    #expect(try finding("/usr/bin/xdg-dbus-proxy") == nil)
    #expect(try finding("/bin/false") == "busFilterRefused")
    #expect(try finding("/usr/bin/xdg-dbus-proxy", bus: folder + "/none") == "busMissing")
    var places = LaunchPlaces(
      environment: [:], sandbox: nil, swiftLibraries: nil, runtimeFolder: folder, dataFolder: folder, processors: 1)
    for (bus, code) in [(SessionBus.filterMissing, "busFilterMissing"), (.busMissing, "busMissing")] {
      places.bus = bus
      #expect(BusFilterTrial.finding(about: access, in: places) == code)
    }
  }

  @Test("the bus is found by its variable or else at systemd's path, and the filter is found in PATH")
  func discovery() throws {
    let (with, without) = (try programs(["xdg-dbus-proxy"]), try programs([]))
    defer { for folder in [with, without] { try? FileManager.default.removeItem(atPath: folder) } }
    func look(_ environment: [String: String]) -> SessionBus { SessionBus(environment: environment, folder: "/f") }
    let session = ["XDG_RUNTIME_DIR": "/run/user/1000", "PATH": "relative:" + with]
    guard case .filtered(let filter) = look(session) else { Issue.record("no filter"); return }
    #expect(filter.program == with + "/xdg-dbus-proxy" && filter.bus.path == "/run/user/1000/bus")
    guard case .filtered(let other) = look(session.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/tmp/a%20b,guid=1"]) { $1 }) else {
      Issue.record("no filter")
      return
    }
    #expect(other.bus.path == "/tmp/a b" && other.bus.address == "unix:path=/tmp/a%20b,guid=1")
    #expect(look(session.merging(["PATH": without]) { $1 }) == .filterMissing)
    for address in ["autolaunch:", "tcp:host=localhost,port=1", "unix:path=relative", "unix:path=/a%0", "unix:path=/a%00", ""] {
      #expect(look(session.merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 }) == .busMissing, "\(address)")
    }
    #expect(look(["PATH": with]) == .busMissing)
    #expect(BusFilter.Place("unix:path=/run/%2a")?.path == "/run/*")
    for broken in ["%", "%2", "%+1", "%-1", "%00", "%zz"] { #expect(BusFilter.Place("unix:path=/run/" + broken) == nil) }
    #expect(BusFilter.Place("tcp:host=x;unix:abstract=y")?.address == "unix:abstract=y")
  }
}
