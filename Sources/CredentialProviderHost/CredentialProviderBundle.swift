// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import AuthenticationServices
internal import Foundation

/// The parts of a provider's `Info.plist` that its own process needs.
public struct CredentialProviderBundle: Sendable {
  private struct Information: Decodable {
    struct Extension: Decodable {
      var principalClass: String?
      var storyboard: String?
      var attributes: Attributes?

      enum CodingKeys: String, CodingKey {
        case principalClass = "NSExtensionPrincipalClass"
        case storyboard = "NSExtensionMainStoryboard"
        case attributes = "NSExtensionAttributes"
      }
    }

    struct Attributes: Decodable {
      var apple: [String: Flag]?
      var linux: [String: Flag]?
      /// The location of `ShowsConfigurationUI` before iOS 17.
      var showsConfigurationUI: Flag?

      enum CodingKeys: String, CodingKey {
        case apple = "ASCredentialProviderExtensionCapabilities"
        case linux = "PassfoldCredentialProviderCapabilities"
        case showsConfigurationUI = "ASCredentialProviderExtensionShowsConfigurationUI"
      }

      /// The capability keys in effect: those declared true, and the one that defaults to true.
      var capabilities: Set<String> {
        var flags = ["SupportsGeneratePasswordCredentialsWithUI": true, "ShowsConfigurationUI": showsConfigurationUI?.value ?? false]
        for (key, flag) in [apple, linux].flatMap({ Array($0 ?? [:]) }) { flags[key] = flag.value ?? flags[key] }
        return Set(flags.filter(\.value).keys)
      }
    }

    /// A key's value. Only booleans count; another type belongs to a key of a later version.
    struct Flag: Decodable {
      var value: Bool?

      init(from decoder: any Decoder) throws {
        value = try? decoder.singleValueContainer().decode(Bool.self)
      }
    }

    var identifier: String?
    var declaration: Extension?

    enum CodingKeys: String, CodingKey {
      case identifier = "CFBundleIdentifier"
      case declaration = "NSExtension"
    }
  }

  /// `CFBundleIdentifier`.
  public let identifier: String
  /// `NSExtensionPrincipalClass`: module and class, separated by a dot.
  public let principalClassName: String
  /// The capability keys in effect: those declared true, and `SupportsGeneratePasswordCredentialsWithUI` unless declared false.
  package let capabilities: Set<String>

  /// Reads the `Info.plist` in the folder of the running executable.
  ///
  /// - Throws: `bundleUnreadable`, or `noPrincipalClass` if the list names none.
  public init() throws(CredentialProviderHostError) {
    guard let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
      throw CredentialProviderHostError(.bundleUnreadable)
    }
    try self.init(folder: URL(fileURLWithPath: executable).deletingLastPathComponent().path)
  }

  /// Reads the `Info.plist` in `folder`.
  package init(folder: String) throws(CredentialProviderHostError) {
    guard let contents = FileManager.default.contents(atPath: folder + "/Info.plist"),
      let information = try? PropertyListDecoder().decode(Information.self, from: contents),
      let identifier = information.identifier
    else { throw CredentialProviderHostError(.bundleUnreadable, subject: folder + "/Info.plist") }
    guard let name = information.declaration?.principalClass else {
      let storyboard = information.declaration?.storyboard.map { " but the storyboard \($0), which nobody reads here" } ?? ""
      throw CredentialProviderHostError(.noPrincipalClass, subject: "\(folder)/Info.plist names none\(storyboard)")
    }
    self.identifier = identifier
    self.principalClassName = name
    capabilities = (information.declaration?.attributes ?? Information.Attributes()).capabilities
  }

  /// Returns the principal class from this process.
  ///
  /// - Throws: `noPrincipalClass` if there is no such class or it is not an `ASCredentialProviderViewController`.
  public func principalClass() throws(CredentialProviderHostError) -> ASCredentialProviderViewController.Type {
    guard let found = NSClassFromString(principalClassName) as? ASCredentialProviderViewController.Type else {
      throw CredentialProviderHostError(
        .noPrincipalClass, subject: "\(principalClassName) is no ASCredentialProviderViewController of this program")
    }
    return found
  }
}
