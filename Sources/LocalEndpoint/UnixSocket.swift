// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Plain Unix stream sockets, for programs that must not link anything larger.
package enum UnixSocket {
  /// Calls `body` with the address of a socket path.
  ///
  /// - Throws: `pathTooLong` if the path does not fit in a socket address (107 bytes).
  static func withAddress<Result>(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) throws(LocalEndpointError) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard fits(path) else { throw LocalEndpointError(.pathTooLong, path: path) }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }

  /// Returns whether a path fits in a socket address (107 bytes).
  static func fits(_ path: String) -> Bool { path.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) }

  /// Connects to this user's own socket at `path`, and returns a blocking, close-on-exec descriptor.
  ///
  /// Nothing is sent until it is certain that only this user has access to the socket's folder and that this user made the socket listen.
  ///
  /// - Parameter user: The user that must have made it listen.
  /// - Throws: `nobodyListens` if the socket is missing or no process accepts connections; `foreignListener`; the errors of
  ///   ``RuntimeFolder/check()``.
  package static func connect(to path: String, of user: UInt32 = geteuid()) throws(LocalEndpointError) -> CInt {
    try RuntimeFolder(path: RuntimeFolder.folder(around: path)).check()
    let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw LocalEndpointError(.systemCallFailed, path: path, errorNumber: errno) }
    let connected: CInt
    do {
      connected = try withAddress(of: path) { address, length in Glibc.connect(descriptor, address, length) }
    } catch {
      close(descriptor)
      throw error
    }
    guard connected == 0 else {
      let number = errno
      close(descriptor)
      let absent = number == ENOENT || number == ECONNREFUSED || number == ENOTDIR
      throw LocalEndpointError(absent ? .nobodyListens : .systemCallFailed, path: path, errorNumber: number)
    }
    guard PeerCredentials.user(of: descriptor) == user else {
      close(descriptor)
      throw LocalEndpointError(.foreignListener, path: path)
    }
    return descriptor
  }

  /// Listens at `path` with mode 0600, replacing an abandoned socket.
  ///
  /// The caller holds the lock that makes it the only server (see ``EndpointLock``), so an existing socket is abandoned.
  package static func listen(at path: String) throws(LocalEndpointError) -> CInt {
    let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { throw LocalEndpointError(.systemCallFailed, path: path, errorNumber: errno) }
    unlink(path)
    let mask = umask(0o177)
    defer { umask(mask) }
    let bound: CInt
    do {
      bound = try withAddress(of: path) { address, length in bind(descriptor, address, length) }
    } catch {
      close(descriptor)
      throw error
    }
    guard bound == 0, Glibc.listen(descriptor, 64) == 0 else {
      let number = errno
      close(descriptor)
      throw LocalEndpointError(.systemCallFailed, path: path, errorNumber: number)
    }
    return descriptor
  }
}
