// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker

/// The parts of the computer that a provider sees, as bubblewrap's arguments: the system's programs, its own bundle and its own folder.
///
/// Everything else is absent: the home, other providers' data, the session's buses and sockets, temporary files, the network. Only the
/// declared needs of a bundle are added (docs/hosting-providers.md). bubblewrap applies the arguments; for the session's server, the server
/// itself does (`Sources/CVaultSandbox`), which only knows the arguments that are used here.
package struct SandboxMounts {
  /// The system's programs, libraries and settings, which every program of the user may read anyway.
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
    // The session's server identifies its clients by their process numbers, so it sees the session's processes.
    arguments += needs.servesSession ? ["--bind", "/proc", "/proc"] : ["--proc", "/proc"]
    arguments += ["--dev", "/dev"] + ["/dev/shm", "/tmp", "/var/tmp"].flatMap { Self.inMemory($0, places) }
    if let libraries = places.swiftLibraries { arguments += Self.visible(libraries) }
    if let folder = bundle.folder { arguments += Self.visible(folder) }
    if needs.passphrasePrompt { arguments += Self.prompt(environment) }
    // Only the session's server asks on terminals, and only on those that belong to the client according to the kernel. Another provider
    // that saw them could write and read there as if it were the user's own program.
    if needs.passphrasePrompt, needs.servesSession { arguments += Self.terminals }
    // Only the session's server stores a PIN, by the TPM.
    if needs.servesSession, let chip = Self.chip(environment) { arguments += ["--dev-bind-try", chip, chip] }
    arguments += AccessMounts.arguments(of: bundle, in: places.surroundings, bus: places.bus)
    let own = places.ownFolder(of: bundle)
    arguments += ["--bind", own, own]
    if needs.servesSession {
      if let folder = places.localeFolder { arguments += Self.visible(folder) }
      // Other providers' bundles and data are in the same folder.
      arguments += Self.visible(own + "/providers") + Self.inMemory(own + "/provider-data", places)
      arguments += ["--bind", places.runtimeFolder, places.runtimeFolder]
    }
    // The file systems in memory that bubblewrap created as mount points; they could hold files without limit.
    self.arguments = arguments + ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/"]
  }

  private static func inMemory(_ path: String, _ places: LaunchPlaces) -> [String] {
    ["--size", String(places.limits.temporaryFiles << 20), "--tmpfs", path]
  }

  private static let terminals =
    ["--dev-bind-try", "/dev/pts", "/dev/pts", "--dev-bind-try", "/dev/tty", "/dev/tty"]
    + (1...12).flatMap { ["--dev-bind-try", "/dev/tty\($0)", "/dev/tty\($0)"] }

  /// Returns the TPM: the kernel's shareable device, or the one that the user named instead.
  private static func chip(_ environment: [String: String]) -> String? {
    let path = environment["PASSFOLD_TPM"] ?? "/dev/tpmrm0"
    return path.hasPrefix("/") ? path : nil
  }

  /// Returns the socket of the session's X display; nil for a display that is reached another way.
  package static func displaySocket(_ display: String) -> String? {
    guard let colon = display.lastIndex(of: ":"), ["", "unix"].contains(display[..<colon]) else { return nil }
    let number = display[display.index(after: colon)...].prefix { $0 != "." }
    guard (1...5).contains(number.count), number.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return "/tmp/.X11-unix/X" + number
  }

  /// Returns the needs of a pinentry: the session's own display, the program itself, and the paths that the user named for it.
  private static func prompt(_ environment: [String: String]) -> [String] {
    var arguments: [String] = []
    if let socket = environment["DISPLAY"].flatMap(displaySocket) { arguments += visible(socket) }
    if let authority = environment["XAUTHORITY"] ?? environment["HOME"].map({ $0 + "/.Xauthority" }) { arguments += visible(authority) }
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
      if let display = environment["WAYLAND_DISPLAY"], !display.isEmpty {
        arguments += visible(display.hasPrefix("/") ? display : runtime + "/" + display)
      }
      // GNOME's pinentry draws through the shell, which it reaches by the session bus; third-party providers do not get the variable.
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
