// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialExchange

/// The formats that files of credentials are told apart by.
package enum ImportFormat: String, Hashable, Sendable, CaseIterable {
  /// FIDO's Credential Exchange Format, version 1.0.
  case credentialExchange = "cxf"
  /// Bitwarden's JSON, plain or sealed.
  case bitwardenJSON = "bitwarden-json"
  /// Bitwarden's JSON with files beside it.
  case bitwardenZIP = "bitwarden-zip"
  /// Bitwarden's table.
  case bitwardenCSV = "bitwarden-csv"
  /// A database of KeePass, KDBX 3.1 or 4.
  case keePass = "kdbx"
  /// What KeePass and KeePassXC export as XML, without a seal.
  case keePassXML = "keepass-xml"
  /// 1Password's 1PUX.
  case onePassword = "1pux"
  /// 1Password's older interchange format, 1PIF.
  case onePasswordInterchange = "1pif"
  /// One of 1Password's tables of before version 8.
  case onePasswordCSV = "1password-csv"
  /// Proton Pass, the JSON alone.
  case protonPassJSON = "proton-pass-json"
  /// Proton Pass, the JSON with files beside it.
  case protonPassZIP = "proton-pass-zip"
  /// Proton Authenticator.
  case protonAuthenticator = "proton-authenticator"
  /// Aegis, plain or sealed.
  case aegis = "aegis"
  /// 2FAS, plain or sealed.
  case twoFAS = "2fas"
  /// Ente Auth, sealed; its plain form is ``setupLinks``.
  case enteAuth = "ente-auth"
  /// andOTP, plain or sealed.
  case andOTP = "andotp"
  /// FreeOTP 2's sealed backup.
  case freeOTP = "freeotp"
  /// FreeOTP+.
  case freeOTPPlus = "freeotp-plus"
  /// Stratum, before called Authenticator Pro, plain or sealed.
  case stratum = "stratum"
  /// The JSON of 2FAuth.
  case twoFAuth = "2fauth"
  /// Raivo OTP's JSON, taken out of its archive.
  case raivo = "raivo"
  /// The JSON of extract_otp_secrets, made of exports of Google Authenticator.
  case extractedSecrets = "extract-otp-secrets"
  /// LastPass Authenticator.
  case lastPassAuthenticator = "lastpass-authenticator"
  /// LastPass's table.
  case lastPassCSV = "lastpass-csv"
  /// One of Dashlane's tables.
  case dashlaneCSV = "dashlane-csv"
  /// Dashlane's JSON, of before 2022.
  case dashlaneJSON = "dashlane-json"
  /// Dashlane's tables in one archive.
  case dashlaneZIP = "dashlane-zip"
  /// Enpass's JSON.
  case enpass = "enpass"
  /// Enpass's table.
  case enpassCSV = "enpass-csv"
  /// The table of Apple's Passwords.
  case appleCSV = "apple-csv"
  /// The payment cards that Safari exports beside that table.
  case safariCards = "safari-cards"
  /// The table of Chromium and its kin.
  case chromiumCSV = "chromium-csv"
  /// Firefox's table.
  case firefoxCSV = "firefox-csv"
  /// The table of Proton Pass.
  case protonPassCSV = "proton-pass-csv"
  /// The table of KeePassXC.
  case keePassXCCSV = "keepassxc-csv"
  /// The table of NordPass.
  case nordPassCSV = "nordpass-csv"
  /// The table of RoboForm.
  case roboFormCSV = "roboform-csv"
  /// Keeper's JSON, alone or in an archive with files beside it.
  case keeper = "keeper"
  /// What Kaspersky Password Manager exports as text.
  case kaspersky = "kaspersky"
  /// The JSON of Passwords for Nextcloud.
  case nextcloud = "nextcloud-passwords"
  /// Passky's JSON.
  case passky = "passky"
  /// The table of Zoho Vault.
  case zohoCSV = "zoho-csv"
  /// The table of KeePass 1, which KeePass 2 writes too.
  case keePassCSV = "keepass-csv"
  /// A table of logins, whoever wrote it.
  case loginCSV = "csv"
  /// A store of `pass` or gopass, decrypted by the person's GnuPG (``PasswordStoreStream``).
  case passwordStore = "password-store"
  /// Links of single codes, `otpauth:` and its kin, one a line.
  case setupLinks = "otpauth"
  /// `otpauth-migration:` links of Google Authenticator, one a line.
  case migrationLinks = "otpauth-migration"

  /// Finds a file's format by its content alone, whatever its name says.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - word: What the person says that it is; it counts only for what nothing in the file can tell, the older sealed backup of andOTP.
  /// - Returns: The format; nil for bytes that are of none of them.
  package static func detect(_ bytes: UnsafeRawBufferPointer, saidToBe word: ImportFormat? = nil) -> ImportFormat? {
    if let format = marked(bytes) { return format }
    return word == .andOTP && AndOTPReader.looksSealedBefore(bytes) ? .andOTP : nil
  }

  private static func marked(_ bytes: UnsafeRawBufferPointer) -> ImportFormat? {
    if KeePassSignature.starts(bytes) { return .keePass }
    if PasswordStoreStream.isOne(bytes) { return .passwordStore }
    if KeePassSignature.startsDocument(bytes) { return .keePassXML }
    guard TableText.wide(bytes) == nil else {
      let format = try? TableText.withUTF8(bytes) { (text) throws(CredentialExchangeError) in marked(text) }
      return format ?? nil
    }
    if let names = ZIPNames.names(in: bytes) { return archive(names, bytes) }
    if OnePasswordInterchange.isOne(bytes) { return .onePasswordInterchange }
    if ProtonPassArchive.isSealed(bytes) { return .protonPassJSON }
    if let value = try? JSONReader.value(of: bytes) { return AuthenticatorSignature.format(of: value) ?? json(value, in: bytes) }
    if StratumReader.isSealed(bytes) { return .stratum }
    if JavaStringMap.recognises(bytes) { return .freeOTP }
    // What a table's first line says comes before what may be any bytes at all.
    let text = try? TableText.withUTF8(bytes) { (text) throws(CredentialExchangeError) in TextSignature.format(of: text) }
    if let format = text ?? nil { return format }
    return AndOTPReader.looksSealed(bytes) ? .andOTP : nil
  }

  /// Why a file is of none of the formats: it may be of one, and broken.
  ///
  /// - Parameter bytes: The whole file, in which ``detect(_:)`` found nothing.
  /// - Returns: `malformed` or `overBounds`, with the place, for what begins as JSON or as an archive; `sealedMessage` for one of OpenPGP;
  ///   `opVault` and `authyFile` for what those programs keep for themselves; `columnsUnknown` for a table; else `unknownFormat`.
  package static func failure(_ bytes: UnsafeRawBufferPointer) -> CredentialExchangeError {
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]), ZIPNames.names(in: bytes) == nil {
      return CredentialExchangeError(.malformed, offset: bytes.count)
    }
    if OpenPGPSignature.isMessage(bytes) { return CredentialExchangeError(.sealedMessage) }
    if let code = OwnFiles.code(of: bytes) { return CredentialExchangeError(code) }
    let start = bytes.prefix(1024).drop { $0 == 0x20 || 0x09...0x0D ~= $0 || $0 >= 0x80 }
    let second = start.dropFirst().first { $0 > 0x20 }
    let isObject = start.first == UInt8(ascii: "{") && second == UInt8(ascii: "\"")
    guard isObject || start.first == UInt8(ascii: "[") && second == UInt8(ascii: "{") else {
      let isTable = try? TableText.withUTF8(bytes) { (text) throws(CredentialExchangeError) in HeadlessTable.isTable(text) }
      return CredentialExchangeError(isTable == true ? .columnsUnknown : .unknownFormat)
    }
    do throws(CredentialExchangeError) {
      _ = try JSONReader.value(of: bytes)
      return CredentialExchangeError(.unknownFormat)
    } catch {
      return error
    }
  }

  private static func archive(_ names: Set<String>, _ bytes: UnsafeRawBufferPointer) -> ImportFormat? {
    if names.contains("export.data") { return .onePassword }
    if ProtonPassArchive.isOne(names, bytes) { return .protonPassZIP }
    if names.contains("data.json") { return .bitwardenZIP }
    if names.contains(KeeperReader.archivedJSON) { return .keeper }
    if names.contains("credentials.csv") { return .dashlaneZIP }
    return nil
  }

  private static func json(_ value: JSONValue, in bytes: UnsafeRawBufferPointer) -> ImportFormat? {
    func has(_ names: String...) -> Bool { names.allSatisfy { value[$0] != nil } }
    if CXFSignature.isCXF(value) { return .credentialExchange }
    if BitwardenSignature.isBitwarden(value) { return .bitwardenJSON }
    if value["accounts"]?.elements?.first?["vaults"]?.elements != nil { return .onePassword }
    if DashlaneReader.isOne(value) { return .dashlaneJSON }
    if SafariPaymentCards.isOne(value) { return .safariCards }
    if value["vaults"]?.isObject == true { return .protonPassJSON }
    if EnpassReader.isOne(value) { return .enpass }
    if KeeperReader.isOne(value) { return .keeper }
    if NextcloudReader.isOne(value) { return .nextcloud }
    if PasskyReader.isOne(value) { return .passky }
    // Links as a list in JSON.
    if value.elements?.isEmpty == false, value.elements?.allSatisfy({ LinkListReader.isLink($0, in: bytes) }) == true { return .setupLinks }
    return nil
  }
}
