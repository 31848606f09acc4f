// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The keys of a provider's `Info.plist` that hosting needs. The names are Apple's, or Passfold's if Apple has none.
struct ProviderInformation: Decodable {
  struct Extension: Decodable {
    var NSExtensionPointIdentifier: String
    var NSExtensionAttributes: Attributes
    var NSExtensionPrincipalClass: String?
    var NSExtensionMainStoryboard: String?
  }

  struct Attributes: Decodable {
    var ASCredentialProviderExtensionCapabilities: [String: Flag]?
    /// The location of `ShowsConfigurationUI` before iOS 17.
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
    /// For a program on the bus: the methods called.
    var Methods: [DeclaredMember]?
    /// For a program on the bus: the signals received.
    var Signals: [DeclaredMember]?
  }

  /// One entry of `Methods` or `Signals`.
  struct DeclaredMember: Decodable {
    var Name: String
    var Object: String
    var Purpose: String
  }

  /// A key's value: a Boolean, or a list of texts for the one key that has one. Any other type belongs to a key of a later version.
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

  /// The reason that a file does not describe a provider.
  struct Fault: Error {
    /// `informationMissing`, `informationMalformed`, `informationLacks KEY`, `informationUnusable KEY` or `informationUnexpanded KEY VALUE`.
    let code: String
  }

  /// Reads the `Info.plist` at `path`; a failure says what its author has to correct.
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

  /// The key whose value is a variable that Xcode replaces when it builds, with that value; nil if there is none.
  private var unexpandedKey: String? {
    let values = [
      ("CFBundleIdentifier", CFBundleIdentifier), ("CFBundleDisplayName", CFBundleDisplayName), ("CFBundleExecutable", CFBundleExecutable),
    ]
    return values.first { $0.1.contains("$(") || $0.1.contains("${") }.map { "\($0.0) \(DisplayText.line($0.1))" }
  }

  /// The key with a value that no credential provider can have; nil if all are valid.
  private var unusableKey: String? {
    if NSExtension.NSExtensionPointIdentifier != "com.apple.authentication-services-credential-provider-ui" {
      return "NSExtensionPointIdentifier"
    }
    if !Self.isFileName(CFBundleExecutable) { return "CFBundleExecutable" }
    let declared = NSExtension.NSExtensionAttributes.PassfoldProviderAccess ?? []
    // With only a part of its declarations, the provider would run and fail.
    guard declared.count <= ProviderAccess.limit, access.count == declared.count, Set(access.map(\.name)).count == access.count else {
      return "PassfoldProviderAccess"
    }
    return Self.isIdentifier(CFBundleIdentifier) ? nil : "CFBundleIdentifier"
  }

  /// The declared resources, without paths in a session.
  var access: [ProviderAccess] { (NSExtension.NSExtensionAttributes.PassfoldProviderAccess ?? []).compactMap(ProviderAccess.init) }

  /// Whether a text is the name of a file directly in the bundle's folder.
  private static func isFileName(_ text: String) -> Bool {
    !["", ".", ".."].contains(text) && text.utf8.allSatisfy { $0 != UInt8(ascii: "/") && $0 != 0 }
  }

  /// Whether a text has only letters, digits, dots and hyphens, as Apple requires; an identifier also names a folder.
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
  /// Only the Boolean values.
  fileprivate var flags: [String: Bool] {
    compactMapValues { if case .boolean(let value) = $0 { value } else { nil } }
  }
}
