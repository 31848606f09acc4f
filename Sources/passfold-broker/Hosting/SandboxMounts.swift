// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker

/// What a provider sees of the computer, in the words of bubblewrap's arguments: the system's programs, its own bundle and its own folder.
///
/// Everything else is not there: the home, other providers' data, the session's buses and sockets, temporary files, the network. What a
/// bundle declares to need is let through and no more (docs/hosting-providers.md). bubblewrap carries this out, and for the session's server
/// the server itself (`Sources/CVaultSandbox`), which knows those words alone that stand here.
package struct SandboxMounts {
  /// The system's programs, libraries and settings, which every program of the person may read anyway.
  static let system = [
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix/store", "/gnu/store", "/run/current-system",
    "/var/cache/fontconfig",
  ]

  let arguments: [String]

  init(_ bundle: ProviderBundle, places: LaunchPlaces, environment: [String: String]) {
    let needs = bundle.needs
    var arguments = ["--die-with-parent", "--new-session", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try", "--cap-drop", "ALL"]
    if !needs.network { arguments.append("--unshare-net") }
    if !needs.servesSession { arguments.append("--unshare-pid") }
    arguments += Self.system.flatMap { ["--ro-bind-try", $0, $0] }
    if needs.network { arguments += Self.visible("/run/systemd/resolve") + Self.visible("/run/resolvconf") }
    // The session's server tells who asks by their process numbers, so it sees the session's processes.
    arguments += needs.servesSession ? ["--bind", "/proc", "/proc"] : ["--proc", "/proc"]
    arguments += ["--dev", "/dev"] + ["/dev/shm", "/tmp", "/var/tmp"].flatMap { Self.inMemory($0, places) }
    if let libraries = places.swiftLibraries { arguments += Self.visible(libraries) }
    if let folder = bundle.folder { arguments += Self.visible(folder) }
    if needs.passphrasePrompt { arguments += Self.prompt(environment) }
    // Only the session's server asks on terminals, on those alone that the kernel says belong to who asks. Another provider that saw them
    // could write and read there as if it were the person's own program.
    if needs.passphrasePrompt, needs.servesSession { arguments += Self.terminals }
    // Only the session's server keeps a PIN, by the TPM.
    if needs.servesSession, let chip = Self.chip(environment) { arguments += ["--dev-bind-try", chip, chip] }
    arguments += AccessMounts.arguments(of: bundle, in: places.surroundings, bus: places.bus)
    let own = places.ownFolder(of: bundle)
    arguments += ["--bind", own, own]
    if needs.servesSession {
      if let folder = places.localeFolder { arguments += Self.visible(folder) }
      // Others' bundles and data stand in the same folder.
      arguments += Self.visible(own + "/providers") + Self.inMemory(own + "/provider-data", places)
      arguments += ["--bind", places.runtimeFolder, places.runtimeFolder]
    }
    // What bubblewrap made in memory to hang all this on; it would hold files without limit.
    self.arguments = arguments + ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/"]
  }

  private static func inMemory(_ path: String, _ places: LaunchPlaces) -> [String] {
    ["--size", String(places.limits.temporaryFiles << 20), "--tmpfs", path]
  }

  private static let terminals =
    ["--dev-bind-try", "/dev/pts", "/dev/pts", "--dev-bind-try", "/dev/tty", "/dev/tty"]
    + (1...12).flatMap { ["--dev-bind-try", "/dev/tty\($0)", "/dev/tty\($0)"] }

  /// The TPM: the kernel's device that several programs may use, or what the person named instead.
  private static func chip(_ environment: [String: String]) -> String? {
    let path = environment["PASSFOLD_TPM"] ?? "/dev/tpmrm0"
    return path.hasPrefix("/") ? path : nil
  }

  /// The socket of the session's X display; nil for one that is reached another way.
  package static func displaySocket(_ display: String) -> String? {
    guard let colon = display.lastIndex(of: ":"), ["", "unix"].contains(display[..<colon]) else { return nil }
    let number = display[display.index(after: colon)...].prefix { $0 != "." }
    guard (1...5).contains(number.count), number.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return "/tmp/.X11-unix/X" + number
  }

  /// What a pinentry needs: the session's display and no other, the program itself, and what the person named for it.
  private static func prompt(_ environment: [String: String]) -> [String] {
    var arguments: [String] = []
    if let socket = environment["DISPLAY"].flatMap(displaySocket) { arguments += visible(socket) }
    if let authority = environment["XAUTHORITY"] ?? environment["HOME"].map({ $0 + "/.Xauthority" }) { arguments += visible(authority) }
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
      if let display = environment["WAYLAND_DISPLAY"], !display.isEmpty {
        arguments += visible(display.hasPrefix("/") ? display : runtime + "/" + display)
      }
      // GNOME's pinentry draws through the shell, which it reaches by the session bus; the variable is kept from third parties.
      if environment["DBUS_SESSION_BUS_ADDRESS"] != nil { arguments += visible(runtime + "/bus") }
    }
    if let program = environment["PASSFOLD_PINENTRY"], program.hasPrefix("/") { arguments += visible(program) }
    for path in (environment["PASSFOLD_PINENTRY_PATHS"] ?? "").split(separator: ":").map(String.init) where path.hasPrefix("/") {
      arguments += ["--bind-try", path, path]
    }
    return arguments
  }

  private static func visible(_ path: String) -> [String] { ["--ro-bind-try", path, path] }
}
