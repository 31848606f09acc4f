// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

/// What the broker says to a surface (the client door's "Surfaces").
package enum SurfaceMessage: Sendable {
  /// The broker lets the surface in.
  case welcome
  /// Draw this view, or update it when it is on the screen.
  case present(id: Int, PresentableViewValue)
  /// Take the views of this request off the screen.
  case dismiss(id: Int)
  /// The broker refuses what was asked.
  case failure(code: String, detail: String?)
  /// Something of a later version.
  case other
}

extension SurfaceMessage: Decodable {
  private enum Key: String, CodingKey { case type, id, view, code, detail }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    switch try values.decode(String.self, forKey: .type) {
    case "welcome": self = .welcome
    case "present":
      self = .present(
        id: try values.decode(Int.self, forKey: .id), try values.decode(PresentableViewValue.self, forKey: .view))
    case "dismiss": self = .dismiss(id: try values.decode(Int.self, forKey: .id))
    case "failure":
      self = .failure(
        code: try values.decode(String.self, forKey: .code), detail: try values.decodeIfPresent(String.self, forKey: .detail))
    default: self = .other
    }
  }
}
