// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory

extension BitwardenReader {
  /// The files next to the JSON in an archive, unpacked; empty without an archive.
  struct Files {
    /// A file of an entry.
    struct File {
      /// The file's path in the archive.
      let path: String
      /// The file's name.
      let name: String
      /// The file's bytes; `overBounds` if there are too many, `malformed` if they are damaged.
      let content: Result<SharedSecret, CredentialExchangeError>
    }

    private var files: [String: [File]] = [:]
    private var strays: [String] = []

    init() {}

    /// Unpacks all files.
    init(of archive: borrowing ZIPArchive) {
      for path in archive.names where path != archivedJSON {
        let parts = path.dropFirst(archivedFiles.count).split(separator: "/", maxSplits: 1)
        guard path.hasPrefix(archivedFiles), parts.count == 2 else {
          strays.append(path)
          continue
        }
        let content: Result<SharedSecret, CredentialExchangeError>
        do throws(CredentialExchangeError) {
          content = try archive.content(path, atMost: largestFile).map { .success($0) } ?? .failure(CredentialExchangeError(.malformed))
        } catch {
          content = .failure(error)
        }
        files[String(parts[0]), default: []].append(File(path: path, name: String(parts[1]), content: content))
      }
    }

    /// The paths of files that no entry has claimed.
    var unclaimed: [String] { (strays + files.values.flatMap { $0.map(\.path) }).sorted() }

    /// Returns and removes the files of an entry.
    mutating func claim(_ entry: String) -> [File] { files.removeValue(forKey: entry) ?? [] }
  }
}
