// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import SecretMemory

/// The contents of a KDBX document, before they are interpreted.
struct KeePassDocument {
  /// A folder.
  struct Group {
    var identifier: [UInt8] = []
    var name = ""
    /// The index of the parent group; nil for the outermost.
    var parent: Int?
    var tags = ""
  }

  /// The groups, each after its parent.
  var groups: [Group] = []
  /// The entries in the order of the file.
  var entries: [KeePassEntry] = []
  /// The identifier of the recycle bin's group; all zeros for none.
  var recycleBin: [UInt8] = []
  /// KDBX 3: the header's hash, in files of version 3.1 and later.
  var headerHash: [UInt8]?
  /// KDBX 3: the files that entries refer to.
  var binaries: [String: SharedSecret] = [:]
  /// The reported members of the file itself or of its groups: the path, and whether the member is unknown in the format.
  var told: [(path: String, isUnknown: Bool)] = []
}

/// An entry, or one of its earlier versions.
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
    /// The location of its bytes.
    enum Content {
      case here(SharedSecret)
      case reference(String)
    }

    var name: String
    var content: Content
  }

  /// The index of its group.
  var group = 0
  var identifier: [UInt8] = []
  var texts: [Text] = []
  var attachments: [Attachment] = []
  var tags = ""
  var created: Date?
  var modified: Date?
  var expiry: Date?
  var expires = false
  /// KDBX 4.1: its group before it was moved.
  var previousGroup: [UInt8] = []
  /// The values kept as fields: auto-type settings, URL overrides and plug-in data.
  var extras: [Text] = []
  /// Its earlier versions, in the order of the file.
  var history: [KeePassEntry] = []
  /// The members unknown in the format.
  var unknown: [String] = []
  /// The members with malformed values.
  var malformed: [String] = []

  /// Returns the value with a name; nil if it is empty.
  func value(_ name: String) -> SharedSecret? {
    texts.first { $0.name == name }.flatMap { $0.value.byteCount > 0 ? $0.value : nil }
  }

  /// Returns the non-secret value with a name as a string; empty if there is none.
  func string(_ name: String) -> String { value(name)?.string ?? "" }
}

extension SharedSecret {
  /// The text of a value that is not secret.
  var string: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}
