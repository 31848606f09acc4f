// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel

/// Where an entry of a password store lies, and what the names on the way say by convention.
struct PasswordStorePath {
  /// What the ciphers' programs add to a name.
  private static let endings = [".gpg", ".age"]
  /// Last labels of names that are files rather than hosts.
  private static let fileEndings: Set<String> = [
    "asc", "conf", "csv", "gpg", "html", "ini", "jpg", "json", "kdbx", "key", "md", "pdf", "pem", "png", "pub", "rtf", "toml", "txt", "xml",
    "yaml", "yml", "zip",
  ]

  /// The folders before the title.
  let folders: [String]
  /// What the entry is called: its host, where one is named, and else its own name.
  let title: String
  /// The entry's own name where its folder names a host, which makes it a user name.
  let user: String?
  /// The host, with its port if it has one.
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

  /// The service that a name is, where it looks like a host: labels with full stops between, the last of letters.
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
