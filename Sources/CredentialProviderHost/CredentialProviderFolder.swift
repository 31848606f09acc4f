// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import Glibc
internal import LocalEndpoint
internal import LocalFiles

/// The folder that a provider may write to, which is its home. It replaces an app group if the provider and its app share files.
///
/// The app and the provider run as the same user, like every other program of that user, so encrypt what must remain secret. Write files
/// with ``replaceFile(at:with:)``, so that neither reads a partially written one.
public struct CredentialProviderFolder: Sendable {
  /// The folder's location.
  public let url: URL

  /// Returns the folder of the provider whose bundle has this `CFBundleIdentifier`, for its app or the provider itself. Creates it if
  /// necessary, inaccessible to other users.
  ///
  /// - Throws: ``CredentialProviderHostError`` `folderUnusable` for an identifier that no bundle can have, if the session has no data
  ///   folder, or if the folder cannot be created.
  public init(ofProvider identifier: String) throws(CredentialProviderHostError) {
    try self.init(ofProvider: identifier, variable: environmentVariable)
  }

  /// Does the same with a custom environment: `variable` returns a variable's value, or nil.
  package init(ofProvider identifier: String, variable: (String) -> String?) throws(CredentialProviderHostError) {
    let isName = identifier.utf8.allSatisfy { byte in
      byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || Character(Unicode.Scalar(byte)).isLetter && byte < 0x80
        || Character(Unicode.Scalar(byte)).isWholeNumber && byte < 0x80
    }
    guard isName, (1...155).contains(identifier.utf8.count), !identifier.hasPrefix(".") else {
      throw CredentialProviderHostError(.folderUnusable, subject: "an identifier has letters, digits, dots and hyphens")
    }
    // Inside the provider's sandbox, its home is the folder.
    if variable("PASSFOLD_PROVIDER_DESCRIPTOR") != nil, let home = variable("HOME") {
      url = URL(fileURLWithPath: home, isDirectory: true)
      return
    }
    guard let path = BaseDirectory.data.passfold("provider-data/" + identifier, variable: variable) else {
      throw CredentialProviderHostError(.folderUnusable, subject: "neither XDG_DATA_HOME nor HOME is set")
    }
    url = URL(fileURLWithPath: path, isDirectory: true)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw CredentialProviderHostError(.folderUnusable, subject: url.path)
    }
  }

  /// Replaces a file in one step: until the new content is on the disk, the file has its old content, even if the process is killed or the
  /// power fails. Only the user may read the file.
  ///
  /// - Parameters:
  ///   - url: The file, in a folder that exists.
  ///   - content: The new content.
  /// - Throws: ``CredentialProviderHostError`` `fileNotReplaced`. The file then has its old content, or the new one if the disk failed at
  ///   the last moment.
  public static func replaceFile(at url: URL, with content: Data) throws(CredentialProviderHostError) {
    do {
      // The app and the provider may write at the same time.
      try DurableFile.replace(url.path, with: [UInt8](content), draft: "\(url.path).\(getpid()).draft")
    } catch {
      throw CredentialProviderHostError(.fileNotReplaced, subject: url.path)
    }
  }

  /// A stream with an element whenever a file in the folder is written, replaced or removed; several changes at the same time become one
  /// element. The first element follows the next change, and the stream ends with its reader. If the system has no watches left, it has no
  /// elements.
  ///
  /// A provider that fills its identity store from a file reads it at the start and again for each element.
  public var changes: AsyncStream<Void> {
    let (stream, report) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let watch = inotify_init1(CInt(IN_CLOEXEC | IN_NONBLOCK))
    guard watch >= 0 else { return stream }
    let events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
    guard inotify_add_watch(watch, url.path, UInt32(events)) >= 0 else {
      close(watch)
      return stream
    }
    // Dispatch lets any thread cancel a source, but its Swift type does not say so.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(
      fileDescriptor: watch, queue: DispatchQueue(label: "passfold.provider-folder"))
    source.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 4_096)
      while read(watch, &bytes, bytes.count) > 0 {}
      report.yield()
    }
    source.setCancelHandler { close(watch) }
    report.onTermination = { _ in source.cancel() }
    source.activate()
    return stream
  }
}
