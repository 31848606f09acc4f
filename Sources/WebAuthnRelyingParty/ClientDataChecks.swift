// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnModel
import WebDomains

extension RelyingParty {
  /// Whether an origin in client data is one of the relying party's or its applications', by its exact serialisation.
  func expects(origin: String) -> Bool {
    origins.contains { origin.isExactly($0.description) } || applications.contains { origin.isExactly($0.description) }
  }

  /// Whether a ceremony in a cross-origin frame is expected.
  var expectsFrames: Bool { framing != .refused }

  /// Whether a page is expected to embed the relying party.
  func expects(topOrigin: String) -> Bool {
    guard case .allowed(let origins) = framing else { return false }
    return origins.contains { topOrigin.isExactly($0.description) }
  }
}

extension String {
  /// Whether both are the same code points; `==` would also take characters that are merely equivalent, as the kelvin sign is to K.
  func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
