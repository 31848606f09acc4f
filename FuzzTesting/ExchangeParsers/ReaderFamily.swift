// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import ExchangeFormats

/// The readers of strangers' files in families, each of which is fuzzed on its own.
public enum ReaderFamily: String, CaseIterable, Sendable {
  /// All readers.
  case all
  case archives, authenticators, bitwarden, cxf, dashlane, enpass, keepass, links, onepassword, protonpass, store, tables

  typealias Reader = (UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection

  /// The formats of the family, in the order in which an input numbers them.
  var formats: [ImportFormat] {
    switch self {
    case .all: ImportFormat.allCases
    case .archives: [.bitwardenZIP, .onePassword, .protonPassZIP, .dashlaneZIP]
    case .authenticators:
      [.aegis, .twoFAS, .enteAuth, .andOTP, .freeOTP, .freeOTPPlus, .stratum, .raivo, .lastPassAuthenticator, .protonAuthenticator]
    case .bitwarden: [.bitwardenJSON, .bitwardenCSV]
    case .cxf: [.credentialExchange]
    case .dashlane: [.dashlaneJSON, .dashlaneCSV]
    case .enpass: [.enpass, .enpassCSV]
    case .keepass: [.keePass, .keePassXML]
    case .links: [.setupLinks, .migrationLinks]
    case .onepassword: [.onePassword, .onePasswordInterchange, .onePasswordCSV]
    case .protonpass: [.protonPassJSON, .protonPassCSV]
    case .store: [.passwordStore]
    case .tables:
      [
        .lastPassCSV, .appleCSV, .chromiumCSV, .firefoxCSV, .keePassXCCSV, .nordPassCSV, .roboFormCSV, .zohoCSV, .keePassCSV, .loginCSV,
      ]
    }
  }

  /// What lies under the seals of the family's formats, numbered behind its formats.
  var opened: [Reader] {
    switch self {
    case .authenticators: [OpenedContents.freeOTP]
    case .keepass:
      [
        { (bytes) throws(CredentialExchangeError) in try OpenedContents.keePassDocument(bytes, hiddenBy: 2) },
        { (bytes) throws(CredentialExchangeError) in try OpenedContents.keePassDocument(bytes, hiddenBy: 3) },
        OpenedContents.keePass,
      ]
    case .protonpass: [OpenedContents.protonPass]
    default: []
    }
  }
}
