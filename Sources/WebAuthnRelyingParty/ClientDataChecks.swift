// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnModel
import WebDomains

extension RelyingParty {
  /// Whether an origin in client data is one of the relying party's or its applications', by its exact serialisation.
  func expects(origin: String) -> Bool {
    origins.contains { $0.description == origin } || applications.contains { $0.description == origin }
  }

  /// Whether a ceremony in a cross-origin frame is expected.
  var expectsFrames: Bool { framing != .refused }

  /// Whether a page is expected to embed the relying party.
  func expects(topOrigin: String) -> Bool {
    guard case .allowed(let origins) = framing else { return false }
    return origins.contains { $0.description == topOrigin }
  }
}
