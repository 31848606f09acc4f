// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// A set-up link that the user followed in a page, or had read from a picture in the page.
package struct SetUpCodeRequest: Hashable, Sendable {
  /// The source of the link; it is a secret in both cases.
  package enum Source: Hashable, Sendable {
    /// The link itself.
    case link(String)
    /// A picture file that shows it as a QR code.
    case picture(Data)
  }

  /// The page, as the browser vouches for it.
  package var context: ClientContext
  /// The link, or a picture of it.
  package var source: Source

  /// Creates a request with a link or a picture.
  package init(context: ClientContext, _ source: Source) {
    self.context = context
    self.source = source
  }
}

extension SetUpCodeRequest: Codable {
  private enum Key: String, CodingKey { case context, url, picture }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let context = try values.decode(ClientContext.self, forKey: .context)
    if let picture = try values.decodeIfPresent(Data.self, forKey: .picture) {
      self.init(context: context, .picture(picture))
    } else {
      self.init(context: context, .link(try values.decode(String.self, forKey: .url)))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(context, forKey: .context)
    switch source {
    case .link(let link): try values.encode(link, forKey: .url)
    case .picture(let picture): try values.encode(picture, forKey: .picture)
    }
  }
}
