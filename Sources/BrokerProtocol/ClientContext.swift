// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The requester, as vouched for by the client's own platform: for a page, the browser (the client door's `context`).
package struct ClientContext: Codable, Hashable, Sendable {
  /// The serialised origin of the requesting frame; `null` for an opaque one.
  package var origin: String
  /// The serialised origin of the page in the tab.
  package var topOrigin: String
  /// The serialised origins of the parent frames, nearest first; empty for a top frame.
  package var ancestorOrigins: [String]
  /// The tab's number.
  package var tab: Int
  /// The frame within the tab, 0 for the top one.
  package var frame: Int
  /// The document within the frame; changes with each navigation.
  package var document: String
  /// The features of WebAuthn that the permissions policy lets a cross-origin frame use, as read by the extension's own script in the frame
  /// (WebAuthn L3 §5.10); nil if the browser does not expose them to extensions, and in frames that need no permission.
  package var permissionsPolicy: [String]?

  /// Creates the context of one frame.
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

/// The kind of value that the focused field expects.
package enum FieldPurpose: String, Codable, Sendable {
  case oneTimeCode = "one-time-code"
  case username
  case currentPassword = "current-password"
}
