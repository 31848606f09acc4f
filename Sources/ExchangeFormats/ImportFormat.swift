// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialExchange

/// The recognised formats of credential files.
package enum ImportFormat: String, Hashable, Sendable, CaseIterable {
  /// FIDO's Credential Exchange Format, version 1.0.
  case credentialExchange = "cxf"
  /// Bitwarden's JSON, plain or encrypted.
  case bitwardenJSON = "bitwarden-json"
  /// Bitwarden's JSON with attached files.
  case bitwardenZIP = "bitwarden-zip"
  /// Bitwarden's table.
  case bitwardenCSV = "bitwarden-csv"
  /// A KeePass database, KDBX 3.1 or 4.
  case keePass = "kdbx"
  /// The unencrypted XML export of KeePass and KeePassXC.
  case keePassXML = "keepass-xml"
  /// 1Password's 1PUX.
  case onePassword = "1pux"
  /// 1Password's older interchange format, 1PIF.
  case onePasswordInterchange = "1pif"
  /// One of 1Password's tables from before version 8.
  case onePasswordCSV = "1password-csv"
  /// Proton Pass, only the JSON.
  case protonPassJSON = "proton-pass-json"
  /// Proton Pass, the JSON with attached files.
  case protonPassZIP = "proton-pass-zip"
  /// Proton Authenticator.
  case protonAuthenticator = "proton-authenticator"
  /// Aegis, plain or encrypted.
  case aegis = "aegis"
  /// 2FAS, plain or encrypted.
  case twoFAS = "2fas"
  /// Ente Auth, encrypted; its plain form is ``setupLinks``.
  case enteAuth = "ente-auth"
  /// andOTP, plain or encrypted.
  case andOTP = "andotp"
  /// FreeOTP 2's encrypted backup.
  case freeOTP = "freeotp"
  /// FreeOTP+.
  case freeOTPPlus = "freeotp-plus"
  /// Stratum, formerly Authenticator Pro, plain or encrypted.
  case stratum = "stratum"
  /// The JSON of 2FAuth.
  case twoFAuth = "2fauth"
  /// Raivo OTP's JSON, extracted from its archive.
  case raivo = "raivo"
  /// The JSON of extract_otp_secrets, made from exports of Google Authenticator.
  case extractedSecrets = "extract-otp-secrets"
  /// LastPass Authenticator.
  case lastPassAuthenticator = "lastpass-authenticator"
  /// LastPass's table.
  case lastPassCSV = "lastpass-csv"
  /// One of Dashlane's tables.
  case dashlaneCSV = "dashlane-csv"
  /// Dashlane's JSON from before 2022.
  case dashlaneJSON = "dashlane-json"
  /// Dashlane's tables in one archive.
  case dashlaneZIP = "dashlane-zip"
  /// Enpass's JSON.
  case enpass = "enpass"
  /// Enpass's table.
  case enpassCSV = "enpass-csv"
  /// The table of Apple's Passwords.
  case appleCSV = "apple-csv"
  /// The payment cards that Safari exports next to that table.
  case safariCards = "safari-cards"
  /// The table of Chromium and related browsers.
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
  /// Keeper's JSON, by itself or in an archive with attached files.
  case keeper = "keeper"
  /// The text export of Kaspersky Password Manager.
  case kaspersky = "kaspersky"
  /// The JSON of Passwords for Nextcloud.
  case nextcloud = "nextcloud-passwords"
  /// Passky's JSON.
  case passky = "passky"
  /// The table of Zoho Vault.
  case zohoCSV = "zoho-csv"
  /// The table of KeePass 1, which KeePass 2 also writes.
  case keePassCSV = "keepass-csv"
  /// A table of logins from any program.
  case loginCSV = "csv"
  /// A store of `pass` or gopass, decrypted by the user's GnuPG (``PasswordStoreStream``).
  case passwordStore = "password-store"
  /// Links of individual codes, `otpauth:` and similar, one per line.
  case setupLinks = "otpauth"
  /// `otpauth-migration:` links of Google Authenticator, one per line.
  case migrationLinks = "otpauth-migration"

  /// Detects a file's format by its content alone, regardless of its name.
  ///
  /// - Parameters:
  ///   - bytes: The complete file.
  ///   - word: The format named by the user; it matters only for a format that its content does not reveal, andOTP's older encrypted
  ///     backup.
  /// - Returns: The format; nil if none is recognised.
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
    // A table's first line is checked before formats that could be any bytes at all.
    let text = try? TableText.withUTF8(bytes) { (text) throws(CredentialExchangeError) in TextSignature.format(of: text) }
    if let format = text ?? nil { return format }
    return AndOTPReader.looksSealed(bytes) ? .andOTP : nil
  }

  /// Returns why a file has none of the formats; it may be a damaged file in one of them.
  ///
  /// - Parameter bytes: The complete file, for which ``detect(_:saidToBe:)`` found no format.
  /// - Returns: `malformed` or `overBounds`, with the position, for a file that begins like JSON or an archive; `sealedMessage` for an
  ///   OpenPGP message; `opVault` and `authyFile` for the internal files of these programs; `columnsUnknown` for a table; otherwise
  ///   `unknownFormat`.
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
    return ZIPNames.folder(of: names).flatMap { folder in
      folded(names.compactMap { $0.hasPrefix(folder) && $0 != folder ? String($0.dropFirst(folder.count)) : nil })
    }
  }

  /// Returns the format of an archive that was packed again with its folder, from the names within the folder.
  ///
  /// The result is nil if each file can be read by itself, as ``PackedFiles`` does.
  private static func folded(_ names: [String]) -> ImportFormat? {
    func has(_ folder: String) -> Bool { names.contains { $0.hasPrefix(folder) } }
    if names.contains("export.data") { return .onePassword }
    if names.contains("data.json"), has(BitwardenReader.archivedFiles) { return .bitwardenZIP }
    if names.contains("data.json"), has("files/") { return .protonPassZIP }
    if names.contains(KeeperReader.archivedJSON), has(KeeperReader.archivedFiles) { return .keeper }
    if names.contains("credentials.csv"), names.allSatisfy({ $0.hasSuffix(".csv") }) { return .dashlaneZIP }
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
    // A list of links in JSON.
    if value.elements?.isEmpty == false, value.elements?.allSatisfy({ LinkListReader.isLink($0, in: bytes) }) == true { return .setupLinks }
    return nil
  }
}
