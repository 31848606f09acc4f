// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import Testing
import passfold_broker

@Suite("How a provider is started")
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
    return ProviderLaunch(
      bundle,
      places: LaunchPlaces(
        environment: Self.session, sandbox: sandbox, swiftLibraries: nil, runtimeFolder: "/run/user/1000/passfold",
        dataFolder: "/people/anne/.local/share", processors: 4))
  }

  private func has(_ launch: ProviderLaunch, _ words: String...) -> Bool {
    launch.arguments.indices.contains { launch.arguments[$0...].starts(with: words) }
  }

  @Test("a provider has no network, sees no other process, holds no capability and dies with the broker")
  func walls() {
    let launch = launch()
    #expect(launch.program == "/usr/bin/bwrap")
    for wall in ["--unshare-net", "--unshare-pid", "--unshare-ipc", "--die-with-parent", "--new-session"] { #expect(has(launch, wall)) }
    #expect(has(launch, "--cap-drop", "ALL"))
  }

  @Test("its own folder is its home and the only thing of the person's that is there")
  func ownFolder() {
    let launch = launch()
    let own = "/people/anne/.local/share/passfold/provider-data/org.example.one"
    #expect(has(launch, "--bind", own, own))
    #expect(launch.environment["HOME"] == own)
    // Foundation believes the account's entry before HOME.
    #expect(launch.environment["CFFIXED_USER_HOME"] == own)
    #expect(!launch.arguments.contains("/people/anne") && !launch.arguments.contains { $0.hasPrefix("/run/user") })
  }

  @Test("nothing of the session's environment comes along but the language and the path")
  func environment() {
    #expect(Set(launch().environment.keys) == ["HOME", "CFFIXED_USER_HOME", "PATH", "LANG", "LC_TIME", "PASSFOLD_PROVIDER_DESCRIPTOR"])
    #expect(launch(in: nil).environment == launch().environment)
  }

  @Test("the network is let through to a provider that declares it")
  func network() {
    #expect(!has(launch { $0.network = true }, "--unshare-net"))
  }

  @Test("a provider with a passphrase prompt has the session's display, and neither other displays nor terminals nor the session's bus")
  func prompt() {
    let launch = launch { $0.passphrasePrompt = true }
    #expect(has(launch, "--ro-bind-try", "/run/user/1000/wayland-0"))
    #expect(has(launch, "--ro-bind-try", "/tmp/.X11-unix/X0", "/tmp/.X11-unix/X0"))
    #expect(!launch.arguments.contains("/tmp/.X11-unix"))
    #expect(!launch.arguments.contains { $0.hasPrefix("/dev/pts") || $0.hasPrefix("/dev/tty") })
    #expect(launch.environment["DBUS_SESSION_BUS_ADDRESS"] == nil && !launch.arguments.contains("/run/user/1000/bus"))
  }

  @Test(
    "a display's socket is found for those of this computer alone",
    arguments: [(":0", "X0"), (":12.1", "X12"), ("unix:3", "X3"), ("localhost:10.0", nil), (":", nil), (":../x", nil), ("wayland-0", nil)])
  func displays(display: String, socket: String?) {
    #expect(SandboxMounts.displaySocket(display) == socket.map { "/tmp/.X11-unix/" + $0 })
  }

  @Test("the provider that serves the session has Passfold's folders, and neither others' data nor the network")
  func session() {
    let launch = launch {
      $0.servesSession = true
      $0.passphrasePrompt = true
    }
    #expect(has(launch, "--bind", "/run/user/1000/passfold", "/run/user/1000/passfold"))
    #expect(has(launch, "--dev-bind-try", "/dev/pts", "/dev/pts") && !launch.arguments.contains("/tmp/.X11-unix"))
    #expect(has(launch, "--bind", "/people/anne/.local/share/passfold"))
    #expect(has(launch, "--size", "67108864", "--tmpfs", "/people/anne/.local/share/passfold/provider-data"))
    #expect(has(launch, "--unshare-net"))
    #expect(launch.environment["HOME"] == "/people/anne")
  }

  @Test("descriptors, memory, processor time, files and core dumps are limited, with and without a sandbox")
  func limits() {
    for launch in [launch(), launch(in: nil)] {
      let script = launch.arguments.dropLast().last ?? ""
      for limit in ["-n 64", "-d 557056", "-v 4489216", "-t 900", "-f 524288", "-c 0"] { #expect(script.contains("ulimit \(limit);")) }
      #expect(launch.arguments.last == "/bundles/One.provider/One")
    }
    #expect(launch(in: nil).program == "/bin/sh")
  }

  @Test("processes are limited where the kernel counts those of a sandbox, since elsewhere it counts all of the person's")
  func processes() {
    func limitsProcesses(_ launch: ProviderLaunch) -> Bool {
      (launch.arguments.dropLast().last ?? "").contains("ulimit -u 132 || ulimit -p 132; }")
    }
    #expect(limitsProcesses(launch()))
    #expect(!limitsProcesses(launch(in: .init(bubblewrap: "/usr/bin/bwrap", filters: [], countsProcesses: false))))
    #expect(!limitsProcesses(launch(in: nil)))
  }

  @Test("every provider's system calls are filtered, the session's server's too, before its program starts")
  func filters() {
    for launch in [launch(), launch { $0.servesSession = true }] {
      #expect(has(launch, "--add-seccomp-fd", "4", "--add-seccomp-fd", "5", "--", "/bin/sh"))
      #expect(launch.handed == [[1], [2]])
    }
    #expect(launch(in: nil).handed.isEmpty)
  }

  @Test("what the sandbox itself is made of cannot be written, and what can holds little")
  func memory() {
    let launch = launch()
    #expect(has(launch, "--remount-ro", "/dev", "--remount-ro", "/"))
    for folder in ["/dev/shm", "/tmp", "/var/tmp"] { #expect(has(launch, "--size", "67108864", "--tmpfs", folder)) }
  }
}
