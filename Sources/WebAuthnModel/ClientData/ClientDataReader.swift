// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Reads client data: one JSON object (RFC 8259). Five members are used, but all must be well formed.
struct ClientDataReader {
  private(set) var type: String?
  private(set) var challenge: String?
  private(set) var origin: String?
  private(set) var crossOrigin: Bool?
  private(set) var topOrigin: String?

  /// Reads the object, which must use all of the bytes except white space.
  init(_ bytes: ArraySlice<UInt8>) throws(JSONReader.Malformed) {
    var reader = JSONReader(bytes)
    try reader.object { name, value throws(JSONReader.Malformed) in
      switch name {
      case "type": type = try value.string()
      case "challenge": challenge = try value.string()
      case "origin": origin = try value.string()
      // An optional member that is null counts as absent, as in a Web IDL dictionary.
      case "crossOrigin": crossOrigin = value.skipNull() ? nil : try value.boolean()
      case "topOrigin": topOrigin = value.skipNull() ? nil : try value.string()
      default: try value.skipValue()
      }
    }
    try reader.finish()
  }
}
