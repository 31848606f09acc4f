// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import ExchangeFormats

/// The readers of foreign files in families, each of which is fuzzed separately.
public enum ReaderFamily: String, CaseIterable, Sendable {
  /// All readers.
  case all
  case archives, authenticators, bitwarden, cxf, dashlane, enpass, keepass, keeper, links, onepassword, protonpass, store, tables

  /// The formats of the family, in the order in which an input numbers them.
  var formats: [ImportFormat] {
    switch self {
    case .all: ImportFormat.allCases
    case .archives: [.bitwardenZIP, .onePassword, .protonPassZIP, .dashlaneZIP, .keeper]
    case .authenticators:
      [
        .aegis, .twoFAS, .enteAuth, .andOTP, .freeOTP, .freeOTPPlus, .stratum, .raivo, .lastPassAuthenticator, .protonAuthenticator,
        .extractedSecrets, .twoFAuth,
      ]
    case .bitwarden: [.bitwardenJSON, .bitwardenCSV]
    case .cxf: [.credentialExchange]
    case .dashlane: [.dashlaneJSON, .dashlaneCSV]
    case .enpass: [.enpass, .enpassCSV]
    case .keepass: [.keePass, .keePassXML]
    case .keeper: [.keeper, .passky, .nextcloud, .kaspersky]
    case .links: [.setupLinks, .migrationLinks]
    case .onepassword: [.onePassword, .onePasswordInterchange, .onePasswordCSV]
    case .protonpass: [.protonPassJSON, .protonPassCSV]
    case .store: [.passwordStore]
    case .tables:
      [
        .lastPassCSV, .appleCSV, .chromiumCSV, .firefoxCSV, .keePassXCCSV, .nordPassCSV, .roboFormCSV, .zohoCSV, .keePassCSV, .loginCSV,
        .safariCards,
      ]
    }
  }

  /// The number of readers for the decrypted contents of the family's formats. An input numbers them after its formats.
  var openedCount: Int {
    switch self {
    case .authenticators, .protonpass: 1
    case .keepass: 3
    default: 0
    }
  }

  /// Reads decrypted contents.
  func readOpened(_ bytes: UnsafeRawBufferPointer, number: Int) throws(CredentialExchangeError) -> ImportedCollection {
    switch (self, number) {
    case (.authenticators, _): return try OpenedContents.freeOTP(bytes)
    case (.protonpass, _): return try OpenedContents.protonPass(bytes)
    case (.keepass, 0): return try OpenedContents.keePassDocument(bytes, hiddenBy: 2)
    case (.keepass, 1): return try OpenedContents.keePassDocument(bytes, hiddenBy: 3)
    default: return try OpenedContents.keePass(bytes)
    }
  }
}
