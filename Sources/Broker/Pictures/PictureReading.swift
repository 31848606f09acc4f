// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// The result of reading QR codes in an image.
package enum PictureReading: Sendable {
  /// The contents of the image's codes, each once; they may be secrets.
  case symbols([SharedSecret])
  /// The image has no code, or not all parts of one.
  case nothingFound
  /// The image could not be read, or there is no reader.
  case failed
}

extension PictureReading {
  /// The prefixes of set-up links, in lower case.
  private static let schemes = ["otpauth:", "apple-otpauth:"].map { Array($0.utf8) }

  /// The single set-up link in the image; other codes, such as a link to the service's app, are ignored.
  ///
  /// - Throws: `noCodeInPicture`, `severalCodesInPicture`, `badSetUpLink` if no code is a set-up link, `pictureNotRead`.
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
