// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Who asks, as the client's own platform vouches for it: for a page, the browser (the client door's `context`).
package struct ClientContext: Codable, Hashable, Sendable {
  /// The serialised origin of the asking frame; `null` for an opaque one.
  package var origin: String
  /// The serialised origin of the page in the tab.
  package var topOrigin: String
  /// The serialised origins of the parent frames, nearest first; empty for a top frame.
  package var ancestorOrigins: [String]
  /// The tab.
  package var tab: Int
  /// The frame within the tab, 0 for the top one.
  package var frame: Int
  /// The document within the frame; another after each navigation.
  package var document: String
  /// The features of WebAuthn that the permissions policy lets a cross-origin frame use, as the extension's own script in the frame reads
  /// them (WebAuthn L3 §5.10); nil where the browser tells no extension, and in frames that need no permission.
  package var permissionsPolicy: [String]?

  /// Describes one frame.
  package init(
    origin: String, topOrigin: String, ancestorOrigins: [String] = [], tab: Int, frame: Int, document: String,
    permissionsPolicy: [String]? = nil
  ) {
    self.origin = origin
    self.topOrigin = topOrigin
    self.ancestorOrigins = ancestorOrigins
    self.tab = tab
    self.frame = frame
    self.document = document
    self.permissionsPolicy = permissionsPolicy
  }
}

/// What the focused field wants.
package enum FieldPurpose: String, Codable, Sendable {
  case oneTimeCode = "one-time-code"
  case username
  case currentPassword = "current-password"
}
