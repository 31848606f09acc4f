// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// What the reader of QR codes found in a picture.
package enum PictureReading: Sendable {
  /// What the codes of the picture say, each once; they may be secrets.
  case symbols([SharedSecret])
  /// The picture has no code, or not all parts of one.
  case nothingFound
  /// The picture could not be read, or there is nothing here that reads pictures.
  case failed
}

extension PictureReading {
  /// What links that set codes up begin with, in lower case.
  private static let schemes = ["otpauth:", "apple-otpauth:"].map { Array($0.utf8) }

  /// The one set-up link of the picture; other codes, such as a link to the service's app, may stand beside it.
  ///
  /// - Throws: `noCodeInPicture`, `severalCodesInPicture`, `badSetUpLink` where no code is a set-up link, `pictureNotRead`.
  var setUpLink: SharedSecret {
    get throws(ClientFailure) {
      switch self {
      case .failed: throw ClientFailure(.pictureNotRead)
      case .nothingFound: throw ClientFailure(.noCodeInPicture)
      case .symbols(let symbols):
        let links = symbols.filter(Self.isSetUpLink)
        guard let link = links.first else {
          throw symbols.isEmpty ? ClientFailure(.noCodeInPicture) : ClientFailure(.badSetUpLink, detail: "notASetupURL")
        }
        guard links.dropFirst().allSatisfy({ constantTimeEquals($0, link) }) else { throw ClientFailure(.severalCodesInPicture) }
        return link
      }
    }
  }

  private static func isSetUpLink(_ symbol: SharedSecret) -> Bool {
    symbol.withBytes { bytes in
      schemes.contains { scheme in bytes.count > scheme.count && zip(bytes, scheme).allSatisfy { $0 == $1 || $0 | 0x20 == $1 } }
    }
  }
}
