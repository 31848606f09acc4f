// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import Glibc

/// The resources that the user agreed to, as a provider's sandbox shows them: each under its own path, and only those that exist now.
enum AccessMounts {
  /// A declared place as it is at this moment.
  struct Look: Sendable, Hashable {
    /// The path of the resource without symbolic links; nil if there is nothing of the declared kind, or it is closed to providers.
    let source: String?
    private let device: UInt
    private let number: UInt

    /// Examines a place.
    init(at access: ProviderAccess, in surroundings: AccessSurroundings) {
      var status = stat()
      guard let place = access.place, let real = Self.realPath(place), surroundings.isOpen(real),
        stat(real, &status) == 0, Self.fits(status, access.kind), access.kind != .socket || Self.isOwn(status, at: real)
      else {
        (source, device, number) = (nil, 0, 0)
        return
      }
      (source, device, number) = (real, UInt(status.st_dev), UInt(status.st_ino))
    }

    private static func fits(_ status: stat, _ kind: ProviderAccess.Kind) -> Bool {
      let type = status.st_mode & S_IFMT
      return switch kind {
      case .socket: type == S_IFSOCK
      case .folder: type == S_IFDIR
      case .file: type == S_IFREG
      case .program: type == S_IFREG && status.st_mode & 0o111 != 0
      case .variable, .bus: false
      }
    }

    /// Whether a socket is the person's or the system's, and no other user can have put another in its place: each folder on the way to it
    /// is theirs and for them alone to change, or one above is for the person alone to enter.
    private static func isOwn(_ socket: stat, at path: String) -> Bool {
      let owners = [0, geteuid()]
      guard owners.contains(socket.st_uid) else { return false }
      var folder = path
      var isOpen = false
      while let stroke = folder.lastIndex(of: "/"), folder != "/" {
        folder = stroke == folder.startIndex ? "/" : String(folder[..<stroke])
        var status = stat()
        guard stat(folder, &status) == 0 else { return false }
        if status.st_uid == geteuid(), status.st_mode & 0o077 == 0 { return true }
        // In a sticky folder nobody removes what is another's.
        isOpen = isOpen || !owners.contains(status.st_uid) || status.st_mode & 0o022 != 0 && status.st_mode & S_ISVTX == 0
      }
      return !isOpen
    }

    /// Examines the session bus: it, or its filter, may have been replaced since.
    init(at bus: SessionBus) {
      var status = stat()
      if case .filtered(let filter) = bus, let path = filter.bus.path { stat(path, &status) }
      (source, device, number) = (bus.look, UInt(status.st_dev), UInt(status.st_ino))
    }

    /// A link leads to its target at the moment of binding, which has to be open as well.
    private static func realPath(_ path: String) -> String? {
      guard let real = realpath(path, nil) else { return nil }
      defer { free(real) }
      return String(cString: real)
    }
  }

  /// Examines everything that a bundle declares.
  static func looks(at bundle: ProviderBundle, in surroundings: AccessSurroundings, bus: SessionBus) -> [Look] {
    bundle.access.filter { $0.kind != .variable }.map { $0.kind == .bus ? Look(at: bus) : Look(at: $0, in: surroundings) }
  }

  /// Returns the arguments that bind what exists; a folder before its contents.
  static func arguments(of bundle: ProviderBundle, in surroundings: AccessSurroundings, bus: SessionBus) -> [String] {
    var arguments: [String] = []
    if bundle.reachesBus, case .filtered(let filter) = bus { arguments += ["--ro-bind-try", filter.socket, filter.socket] }
    for access in bundle.access.sorted(by: { ($0.place ?? "") < ($1.place ?? "") }) {
      guard let place = access.place, let source = Look(at: access, in: surroundings).source else { continue }
      arguments += [access.isWritable ? "--bind-try" : "--ro-bind-try", source, place]
    }
    return arguments
  }

  /// Returns the variables that tell the provider's process where its places are, and the session's variables that it may see.
  static func variables(of bundle: ProviderBundle, session: [String: String], bus: SessionBus) -> [String: String] {
    var variables: [String: String] = [:]
    for access in bundle.access {
      switch access.kind {
      case .variable: variables[access.path] = session[access.path]
      case .bus: variables[access.variable] = bus.variable
      case .socket, .folder, .file, .program: variables[access.variable] = access.place
      }
    }
    return variables
  }
}
