// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The socket that a service manager opened for this process before starting it, following the protocol of sd_listen_fds(3).
package enum ActivationSocket {
  /// The first descriptor that the protocol passes (`SD_LISTEN_FDS_START`). Passfold accepts exactly one.
  package static let firstDescriptor: CInt = 3
  private static let variables = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "LISTEN_PIDFDID"]

  /// Takes over the socket that was opened at `path`, and makes it non-blocking and close-on-exec.
  ///
  /// Removes the variables, so that no child process uses them.
  ///
  /// - Parameters:
  ///   - path: The path at which the socket must listen.
  ///   - descriptor: The descriptor that was passed; by default the protocol's first.
  ///   - process: The number of this process, which the variables must name. Those for another process are ignored.
  ///   - variable: Returns the value of an environment variable.
  /// - Returns: nil if no manager opened a socket for this process.
  /// - Throws: `foreignSocket` unless exactly one Unix stream socket was passed that listens at `path`.
  package static func take(
    at path: String, descriptor: CInt = firstDescriptor, process: CInt = getpid(), variable: (String) -> String? = environmentVariable
  ) throws(LocalEndpointError) -> CInt? {
    let (owner, count) = (variable("LISTEN_PID").flatMap(number), variable("LISTEN_FDS"))
    for name in variables { unsetenv(name) }
    guard let owner, owner == process, let count else { return nil }
    guard number(count) == 1, listens(descriptor, at: path) else { throw LocalEndpointError(.foreignSocket, path: path) }
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
      throw LocalEndpointError(.systemCallFailed, path: path, errorNumber: errno)
    }
    return descriptor
  }

  /// Parses a decimal number of at most ten digits.
  private static func number(_ text: String) -> CInt? {
    guard (1...10).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return CInt(text)
  }

  /// Returns whether a descriptor is a Unix stream socket that accepts connections at a path.
  static func listens(_ descriptor: CInt, at path: String) -> Bool {
    option(SO_DOMAIN, of: descriptor) == AF_UNIX && option(SO_TYPE, of: descriptor) == CInt(SOCK_STREAM.rawValue)
      && option(SO_ACCEPTCONN, of: descriptor) == 1 && address(of: descriptor) == path
  }

  private static func option(_ name: CInt, of descriptor: CInt) -> CInt? {
    var value: CInt = 0
    var length = socklen_t(MemoryLayout<CInt>.size)
    return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
  }

  private static func address(of descriptor: CInt) -> String? {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let found = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard found == 0 else { return nil }
    return withUnsafeBytes(of: address.sun_path) { bytes in
      // A path ends with a zero byte unless it fills the address. One that begins with a zero byte is not in the file system.
      String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
