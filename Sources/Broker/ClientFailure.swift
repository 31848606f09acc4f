// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// The reason that a client's request failed: the code for the client, and nothing about any account.
package struct ClientFailure: Error, Sendable, Equatable {
  /// The codes of the client door; the set may grow.
  struct Code: Hashable, Sendable {
    let name: String

    static let userCanceled = Code(name: "userCanceled")
    static let notAllowedHere = Code(name: "notAllowedHere")
    static let tokenExpired = Code(name: "tokenExpired")
    static let nothingToOffer = Code(name: "nothingToOffer")
    static let providerFailed = Code(name: "providerFailed")
    static let credentialNotFound = Code(name: "credentialNotFound")
    static let notFillable = Code(name: "notFillable")
    static let badSetUpLink = Code(name: "badSetUpLink")
    static let noCodeInPicture = Code(name: "noCodeInPicture")
    static let severalCodesInPicture = Code(name: "severalCodesInPicture")
    static let pictureNotRead = Code(name: "pictureNotRead")
    static let matchedExcludedCredential = Code(name: "matchedExcludedCredential")
    static let badRequest = Code(name: "badRequest")
    static let busy = Code(name: "busy")
    static let providerUnknown = Code(name: "providerUnknown")
    static let browserUnknown = Code(name: "browserUnknown")
    static let settingsNotSaved = Code(name: "settingsNotSaved")
    static let settingsUnreadable = Code(name: "settingsUnreadable")
    static let invalidRelyingParty = Code(name: "invalidRelyingParty")
    static let notAssociated = Code(name: "notAssociated")
    static let noPasskeyProvider = Code(name: "noPasskeyProvider")
    static let noSurface = Code(name: "noSurface")
    static let answerTooLong = Code(name: "answerTooLong")
  }

  let code: Code
  /// The code's name, as sent to the client.
  package var name: String { code.name }
  /// The DOMException name that a passkey request's page may see.
  var exception: String?
  /// A reason's code or a provider's name, for the user.
  var detail: String?
  /// The missing half of an association, with `notAssociated`.
  var association: MissingAssociationValue?

  init(_ code: Code, exception: String? = nil, detail: String? = nil) {
    self.code = code
    self.exception = exception
    self.detail = detail
  }

  /// Returns a passkey request's failure with the DOMException name that its page may see. The violated rule is only for the user.
  func seenByPage() -> ClientFailure {
    guard exception == nil else { return self }
    var failure = self
    failure.exception =
      code == .matchedExcludedCredential ? "InvalidStateError" : detail == "relyingPartyMismatch" ? "SecurityError" : "NotAllowedError"
    return failure
  }
}
