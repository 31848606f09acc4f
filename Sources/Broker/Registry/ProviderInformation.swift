// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The keys of a provider's `Info.plist` that hosting reads; the names are Apple's, and Passfold's where Apple has none.
struct ProviderInformation: Decodable {
  struct Extension: Decodable {
    var NSExtensionPointIdentifier: String
    var NSExtensionAttributes: Attributes
    var NSExtensionPrincipalClass: String?
    var NSExtensionMainStoryboard: String?
  }

  struct Attributes: Decodable {
    var ASCredentialProviderExtensionCapabilities: [String: Flag]?
    /// The place of `ShowsConfigurationUI` before iOS 17.
    var ASCredentialProviderExtensionShowsConfigurationUI: Flag?
    var PassfoldCredentialProviderCapabilities: [String: Flag]?
    var PassfoldCredentialProviderNetwork: Flag?
    var PassfoldCredentialProviderPassphrasePrompt: Flag?
    var PassfoldCredentialProviderServesSession: Flag?
    var PassfoldProviderAccess: [DeclaredAccess]?

    var capabilities: ProviderBundle.Capabilities {
      var declared = ASCredentialProviderExtensionCapabilities.map(\.flags) ?? [:]
      if let older = ASCredentialProviderExtensionShowsConfigurationUI, declared["ShowsConfigurationUI"] == nil {
        declared["ShowsConfigurationUI"] = older.isTrue
      }
      let versions = ASCredentialProviderExtensionCapabilities?["SupportedCredentialExchangeVersions"]?.texts ?? []
      return ProviderBundle.Capabilities(
        declared: declared, linux: PassfoldCredentialProviderCapabilities.map(\.flags) ?? [:], exchangeVersions: versions)
    }
  }

  /// One entry of `PassfoldProviderAccess`.
  struct DeclaredAccess: Decodable {
    var Kind: String
    var Name: String
    var Path: String
    var Purpose: String
    var Writable: Flag?
    /// For a program on the bus: what is called.
    var Methods: [DeclaredMember]?
    /// For a program on the bus: what is heard.
    var Signals: [DeclaredMember]?
  }

  /// One entry of `Methods` or `Signals`.
  struct DeclaredMember: Decodable {
    var Name: String
    var Object: String
    var Purpose: String
  }

  /// A key's value: a Boolean counts, and a list of texts does for the one key that has one; any other type is a key of a later version.
  enum Flag: Decodable {
    case boolean(Bool)
    case list([String])
    case other

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      self =
        (try? container.decode(Bool.self)).map(Flag.boolean) ?? (try? container.decode([String].self)).map { .list(Array($0.prefix(16))) }
        ?? .other
    }

    var isTrue: Bool { if case .boolean(true) = self { true } else { false } }

    var texts: [String]? { if case .list(let texts) = self { texts } else { nil } }
  }

  var CFBundleIdentifier: String
  var CFBundleDisplayName: String
  var CFBundleExecutable: String
  var NSExtension: Extension

  /// What keeps a file from describing a provider.
  struct Fault: Error {
    /// `informationMissing`, `informationMalformed`, `informationLacks KEY`, `informationUnusable KEY` or `informationUnexpanded KEY VALUE`.
    let code: String
  }

  /// Reads the `Info.plist` at `path`; a failure says what an author has to mend.
  static func read(_ path: String) -> Result<ProviderInformation, Fault> {
    guard let bytes = SmallFile.bytes(of: path, limit: 64 * 1024) else { return .failure(Fault(code: "informationMissing")) }
    do {
      let list = try PropertyListDecoder().decode(ProviderInformation.self, from: Data(bytes))
      if let unexpanded = list.unexpandedKey { return .failure(Fault(code: "informationUnexpanded \(unexpanded)")) }
      return list.unusableKey.map { .failure(Fault(code: "informationUnusable \($0)")) } ?? .success(list)
    } catch DecodingError.keyNotFound(let key, _) {
      return .failure(Fault(code: "informationLacks \(key.stringValue)"))
    } catch DecodingError.typeMismatch(_, let context) {
      return .failure(Fault(code: context.codingPath.last.map { "informationUnusable \($0.stringValue)" } ?? "informationMalformed"))
    } catch {
      return .failure(Fault(code: "informationMalformed"))
    }
  }

  /// The key whose value is a variable that Xcode replaces when it builds, with that value; nil where there is none.
  private var unexpandedKey: String? {
    let values = [
      ("CFBundleIdentifier", CFBundleIdentifier), ("CFBundleDisplayName", CFBundleDisplayName), ("CFBundleExecutable", CFBundleExecutable),
    ]
    return values.first { $0.1.contains("$(") || $0.1.contains("${") }.map { "\($0.0) \(DisplayText.line($0.1))" }
  }

  /// The key whose value no credential provider can have; nil where all will do.
  private var unusableKey: String? {
    if NSExtension.NSExtensionPointIdentifier != "com.apple.authentication-services-credential-provider-ui" {
      return "NSExtensionPointIdentifier"
    }
    if !Self.isFileName(CFBundleExecutable) { return "CFBundleExecutable" }
    let declared = NSExtension.NSExtensionAttributes.PassfoldProviderAccess ?? []
    // With a part of what it declares, the provider would run and fail.
    guard declared.count <= ProviderAccess.limit, access.count == declared.count, Set(access.map(\.name)).count == access.count else {
      return "PassfoldProviderAccess"
    }
    return Self.isIdentifier(CFBundleIdentifier) ? nil : "CFBundleIdentifier"
  }

  /// What is declared to be reached, without places.
  var access: [ProviderAccess] { (NSExtension.NSExtensionAttributes.PassfoldProviderAccess ?? []).compactMap(ProviderAccess.init) }

  /// A name of something in the bundle's own folder.
  private static func isFileName(_ text: String) -> Bool {
    !["", ".", ".."].contains(text) && text.utf8.allSatisfy { $0 != UInt8(ascii: "/") && $0 != 0 }
  }

  /// Letters, digits, dots and hyphens, as Apple has it: an identifier names a folder too.
  private static func isIdentifier(_ text: String) -> Bool {
    (1...155).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: ".")
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "."), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}

extension [String: ProviderInformation.Flag] {
  /// The Boolean values alone.
  fileprivate var flags: [String: Bool] {
    compactMapValues { if case .boolean(let value) = $0 { value } else { nil } }
  }
}
