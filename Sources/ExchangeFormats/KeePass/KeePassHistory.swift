// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import FoundationEssentials
import SecretMemory

/// The earlier versions of an entry, oldest first.
struct KeePassHistory {
  // The current version is the last; the end of an earlier version is the time of the next.
  private let versions: [Version]

  private struct Version {
    let entry: KeePassEntry
    let codes: KeePassCodes
  }

  /// The current codes.
  let presentCodes: KeePassCodes

  init(_ entry: KeePassEntry) {
    let former = entry.history.enumerated().sorted { left, right in
      let (one, other) = (left.element.modified ?? .distantPast, right.element.modified ?? .distantPast)
      return one == other ? left.offset < right.offset : one < other
    }
    presentCodes = KeePassCodes(entry)
    versions = former.map { Version(entry: $0.element, codes: KeePassCodes($0.element)) } + [Version(entry: entry, codes: presentCodes)]
  }

  private var changes: [(former: Version, next: Version, date: Date)] {
    zip(versions, versions.dropFirst()).map { former, next in
      let (one, other) = (former.entry, next.entry)
      let date = other.modified ?? one.modified ?? other.created ?? one.created ?? Date(timeIntervalSince1970: 0)
      return (former, next, date)
    }
  }

  /// The old passwords.
  var passwords: [RetiredPassword] {
    retired(KeePassNames.password).map { RetiredPassword(password: $0.value, retired: $0.date) }
  }

  /// Returns the old texts with a name.
  func texts(_ name: String) -> [RetiredText] { retired(name).map { RetiredText(text: $0.value, retired: $0.date) } }

  private func retired(_ name: String) -> [(value: SharedSecret, date: Date)] {
    changes.compactMap { former, next, date in
      guard let value = former.entry.value(name), next.entry.value(name).map({ !constantTimeEquals(value, $0) }) ?? true else { return nil }
      return (value, date)
    }
  }

  /// The old parameters of codes.
  var codes: [RetiredParameters] {
    changes.compactMap { former, next, date in
      guard let code = former.codes.codes.first?.parameters else { return nil }
      let isKept = next.codes.codes.contains { $0.parameters.makesSameCodes(as: code) || $0.parameters.isCountingOn(from: code) }
      return isKept ? nil : RetiredParameters(parameters: code, retired: date)
    }
  }

  /// The last code of an entry that has none now.
  var lostCode: (name: String, value: SharedSecret)? {
    for version in versions.dropLast().reversed() {
      for text in version.entry.texts where text.value.byteCount > 0 {
        if text.name != "TOTP Settings", version.codes.used.contains(text.name) { return (text.name, text.value) }
      }
    }
    return nil
  }

  /// Whether an earlier version had data other than old values of the used names.
  func hasMore(
    than entry: KeePassEntry, used: Set<String>, _ files: (KeePassEntry.Attachment.Content) -> SharedSecret?
  ) -> Bool {
    func isSame(_ one: SharedSecret?, _ other: SharedSecret?) -> Bool {
      guard let one, let other else { return one == nil }
      return one === other || constantTimeEquals(one, other)
    }
    return versions.dropLast().contains { version in
      let hasText = version.entry.texts.contains { text in
        guard text.value.byteCount > 0, !used.contains(text.name), !version.codes.used.contains(text.name) else { return false }
        return !isSame(text.value, entry.value(text.name))
      }
      let hasFile = version.entry.attachments.contains { file in
        !entry.attachments.contains { $0.name == file.name && isSame(files(file.content), files($0.content)) }
      }
      return hasText || hasFile
    }
  }
}
