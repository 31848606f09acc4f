// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LocalEndpoint
internal import LocalFiles
internal import LocalTransport

/// Receives the URL with which a sign-in in the browser ends. While it is installed, the user's session opens links of one scheme here.
///
/// A separate desktop file starts the command `passfold web-callback` with the link, which passes it on over a socket that is not
/// accessible to other users. ``remove()`` deletes both, and the file's name in `mimeapps.list`. There it precedes the user's own program
/// and those of other sign-ins, which remain. Whichever sign-in ends first, and however a program ends, the user's own program is
/// preserved.
struct WebCallbackHandler: Sendable {
  private let type: String
  private let file: String
  private let desktopFile: String
  private let list: String
  private let server: LocalServer

  /// Installs the handler.
  ///
  /// - Parameters:
  ///   - scheme: The scheme of the links, without the colon.
  ///   - name: The program's name, which the browser shows when it asks whether it may open it.
  ///   - token: An unguessable text for the names of file and socket.
  ///   - command: The installed command `passfold`.
  /// - Throws: ``WebAuthenticationFailure`` `handlerNotInstalled` with the cause.
  init(
    scheme: String, name: String, token: String, command: String, folder: RuntimeFolder = RuntimeFolder(),
    variable: (String) -> String? = environmentVariable
  ) throws(WebAuthenticationFailure) {
    guard let dataFolder = BaseDirectory.data.path(variable: variable),
      let configurationFolder = BaseDirectory.configuration.path(variable: variable)
    else { throw WebAuthenticationFailure(.handlerNotInstalled, detail: "HOME") }
    let socket = folder.path + "/callback-\(token.prefix(16)).sock"
    file = "\(Self.prefix)\(token.prefix(16)).desktop"
    type = "x-scheme-handler/" + scheme.lowercased()
    desktopFile = dataFolder + "/applications/" + file
    list = configurationFolder + "/mimeapps.list"
    let entry = """
      [Desktop Entry]
      Type=Application
      Name=\(name.filter { !$0.isNewline })
      Exec=\(ExecArgument.text(command)) web-callback \(ExecArgument.text(socket)) %u
      NoDisplay=true
      MimeType=\(type);

      """
    do {
      try folder.prepare()
      server = try LocalServer.listen(at: socket)
    } catch {
      throw Self.failure(error)
    }
    do {
      try FileManager.default.createDirectory(atPath: dataFolder + "/applications", withIntermediateDirectories: true)
      try FileManager.default.createDirectory(atPath: configurationFolder, withIntermediateDirectories: true)
      try Data(entry.utf8).write(to: URL(fileURLWithPath: desktopFile), options: .atomic)
      var applications = MimeApplications(text: Self.text(of: list))
      applications.remove(from: type) { Self.isLeftBehind($0, in: dataFolder + "/applications", folder) }
      applications.putFirst(file, for: type)
      try Data(applications.text.utf8).write(to: URL(fileURLWithPath: list), options: .atomic)
    } catch {
      server.close()
      try? FileManager.default.removeItem(atPath: desktopFile)
      throw Self.failure(error)
    }
  }

  private static func failure(_ error: any Error) -> WebAuthenticationFailure {
    WebAuthenticationFailure(.handlerNotInstalled, detail: (error as NSError).localizedDescription)
  }

  /// Returns whether a desktop file is one of ours that a killed program left behind. If so, its file is deleted.
  private static func isLeftBehind(_ file: String, in applications: String, _ folder: RuntimeFolder) -> Bool {
    guard file.hasPrefix(prefix), file.hasSuffix(".desktop") else { return false }
    let socket = folder.path + "/callback-\(file.dropFirst(prefix.count).dropLast(".desktop".count)).sock"
    do throws(LocalEndpointError) {
      close(try UnixSocket.connect(to: socket))
      return false
    } catch {
      guard error.code == .nobodyListens else { return false }
    }
    try? FileManager.default.removeItem(atPath: applications + "/" + file)
    try? FileManager.default.removeItem(atPath: socket)
    return true
  }

  private static let prefix = "passfold-callback-"

  /// The returned links, unchanged.
  var links: AsyncStream<String> {
    let server = server
    return AsyncStream { continuation in
      let task = Task {
        for await connection in server.connections {
          var frames = connection.frames.makeAsyncIterator()
          if let frame = await frames.next(), let link = try? MessageCoding.decode(WebCallbackLink.self, from: frame.json) {
            continuation.yield(link.url)
          }
          connection.close()
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Removes the handler and restores the scheme's previous program.
  func remove() {
    server.close()
    try? FileManager.default.removeItem(atPath: desktopFile)
    var applications = MimeApplications(text: Self.text(of: list))
    applications.remove(from: type) { $0 == file }
    try? Data(applications.text.utf8).write(to: URL(fileURLWithPath: list), options: .atomic)
  }

  private static func text(of file: String) -> String {
    FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

/// The message that `passfold web-callback` passes on.
package struct WebCallbackLink: Decodable, Sendable {
  /// The link that the browser opened.
  package let url: String
}
