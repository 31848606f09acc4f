// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import SecretMemory

/// What a KDBX file says, before anything is made of it.
struct KeePassDocument {
  /// A folder.
  struct Group {
    var identifier: [UInt8] = []
    var name = ""
    /// The place of the group around it in the list; nil for the outermost.
    var parent: Int?
    var tags = ""
  }

  /// The groups, each after the one around it.
  var groups: [Group] = []
  /// The entries in the order of the file.
  var entries: [KeePassEntry] = []
  /// The group of what was thrown away; all zeros for none.
  var recycleBin: [UInt8] = []
  /// KDBX 3: the hash of the header, in files of 3.1 and later.
  var headerHash: [UInt8]?
  /// KDBX 3: the files that entries refer to.
  var binaries: [String: SharedSecret] = [:]
  /// The members of the file itself, or of its groups, that are told of: the path, and whether the format does not have it.
  var told: [(path: String, isUnknown: Bool)] = []
}

/// An entry, or what it was before.
struct KeePassEntry {
  /// A named value; five names have a meaning for every program.
  struct Text {
    var name: String
    var value: SharedSecret
    /// Whether KeePass hides the value.
    var isProtected: Bool
  }

  /// A file.
  struct Attachment {
    /// Where its bytes are.
    enum Content {
      case here(SharedSecret)
      case reference(String)
    }

    var name: String
    var content: Content
  }

  /// The place of its group in the list.
  var group = 0
  var identifier: [UInt8] = []
  var texts: [Text] = []
  var attachments: [Attachment] = []
  var tags = ""
  var created: Date?
  var modified: Date?
  var expiry: Date?
  var expires = false
  /// KDBX 4.1: where it was before it was moved.
  var previousGroup: [UInt8] = []
  /// What is kept as fields: what KeePass types and opens, and what plug-ins keep.
  var extras: [Text] = []
  /// What it was before, in the order of the file.
  var history: [KeePassEntry] = []
  /// The members that the format does not have.
  var unknown: [String] = []
  /// The members whose value is not of the form that the format gives it.
  var malformed: [String] = []

  /// The value of a name; nil for an empty one.
  func value(_ name: String) -> SharedSecret? {
    texts.first { $0.name == name }.flatMap { $0.value.byteCount > 0 ? $0.value : nil }
  }

  /// The value of a name as a string, for what is no secret; empty where there is none.
  func string(_ name: String) -> String { value(name)?.string ?? "" }
}

extension SharedSecret {
  /// The text, for what is no secret.
  var string: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}
