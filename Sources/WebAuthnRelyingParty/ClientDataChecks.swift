// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnModel
import WebDomains

extension RelyingParty {
  /// Returns whether an origin in client data is exactly the serialisation of one of the relying party's or its applications' origins.
  func expects(origin: String) -> Bool {
    origins.contains { origin.isExactly($0.description) } || applications.contains { origin.isExactly($0.description) }
  }

  /// Whether ceremonies may run in cross-origin frames.
  var expectsFrames: Bool { framing != .refused }

  /// Returns whether a page with this origin may embed the relying party.
  func expects(topOrigin: String) -> Bool {
    guard case .allowed(let origins) = framing else { return false }
    return origins.contains { topOrigin.isExactly($0.description) }
  }
}

extension String {
  /// Returns whether both have the same code points. `==` would also accept canonically equivalent characters, such as the kelvin sign for
  /// K.
  func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
