// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel

/// The path of an entry in a password store, interpreted by convention.
struct PasswordStorePath {
  /// The extensions added by encryption programs.
  private static let endings = [".gpg", ".age"]
  /// Final labels that belong to file names rather than to hosts.
  private static let fileEndings: Set<String> = [
    "asc", "conf", "csv", "gpg", "html", "ini", "jpg", "json", "kdbx", "key", "md", "pdf", "pem", "png", "pub", "rtf", "toml", "txt", "xml",
    "yaml", "yml", "zip",
  ]

  /// The folders before the title.
  let folders: [String]
  /// The title of the entry: its host, if the path contains one, otherwise its own name.
  let title: String
  /// The entry's own name if its folder is a host, and thus a user name.
  let user: String?
  /// The host, with its port if there is one.
  let service: ServiceIdentifier?

  init(_ path: String) {
    var names = path.split(separator: "/").map(String.init).filter { $0 != "." && $0 != ".." }
    if let last = names.last, let ending = Self.endings.first(where: last.hasSuffix), last.utf8.count > ending.utf8.count {
      names[names.count - 1] = String(last.dropLast(ending.count))
    }
    guard let own = names.popLast() else {
      (folders, title, user, service) = ([], "", nil, nil)
      return
    }
    if let host = Self.host(own) {
      (folders, title, user, service) = (names, own, nil, host)
    } else if let folder = names.last, let host = Self.host(folder) {
      (folders, title, user, service) = (Array(names.dropLast()), folder, own, host)
    } else {
      (folders, title, user) = (names, own, nil)
      service = names.reversed().lazy.compactMap(Self.host).first
    }
  }

  /// Returns the service for a name that looks like a host: labels separated by full stops, the last one of letters.
  private static func host(_ name: String) -> ServiceIdentifier? {
    guard !name.contains("@") else { return nil }
    let labels = (name.split(separator: ":").first ?? "").lowercased().split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, let last = labels.last, last.count > 1, !fileEndings.contains(String(last)),
      last.hasPrefix("xn--") || last.allSatisfy(\.isLetter),
      labels.allSatisfy({ label in
        !label.isEmpty && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
      })
    else { return nil }
    return ServiceText.service(name)
  }
}
