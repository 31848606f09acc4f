// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a credential is for: the form in which a request names a service, and a record remembers it.
package struct ServiceIdentifier: Hashable, Sendable {
  /// How the text is to be read.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A host name such as "login.shop.example".
    case domain
    /// A complete URL.
    case url
    /// An application's identifier.
    case app
  }

  /// How ``text`` is to be read.
  package let kind: Kind
  /// The domain, URL or application identifier.
  package let text: String

  /// Pairs a kind with its text; the caller has judged the text.
  package init(kind: Kind, text: String) {
    self.kind = kind
    self.text = text
  }
}
