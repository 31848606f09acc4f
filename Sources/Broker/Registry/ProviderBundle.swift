// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// A credential provider as installed: a folder with an `Info.plist` and an executable.
package struct ProviderBundle: Sendable, Hashable {
  /// What a provider declares that it can do (`ASCredentialProviderExtensionCapabilities`).
  package struct Capabilities: Sendable, Hashable {
    /// `ProvidesOneTimeCodes`.
    package var oneTimeCodes = false
    /// `ProvidesPasskeys`.
    package var passkeys = false
    /// `ProvidesPasswords`.
    package var passwords = false
    /// Linux: `SetsUpVerificationCodes` of `PassfoldCredentialProviderCapabilities`.
    package var setsUpVerificationCodes = false

    /// Declares nothing.
    package init() {}
  }

  /// The bundle's reverse-domain identifier.
  package let identifier: String
  /// The provider's name, for people.
  package let displayName: String
  /// The absolute path of the executable.
  package let executable: String
  /// What it can do.
  package let capabilities: Capabilities

  /// Describes a provider that is already known.
  package init(identifier: String, displayName: String, executable: String, capabilities: Capabilities) {
    self.identifier = identifier
    self.displayName = displayName
    self.executable = executable
    self.capabilities = capabilities
  }

  /// Reads the bundle in `folder`.
  ///
  /// - Throws: ``BrokerError`` `unreadableBundle` when the property list is missing, malformed or lacks a key that hosting needs.
  package init(folder: String) throws(BrokerError) {
    let path = folder + "/Info.plist"
    guard let data = try? Data(contentsOf: URL(filePath: path)), data.count <= 64 * 1024,
      let list = try? PropertyListDecoder().decode(InformationPropertyList.self, from: data),
      list.NSExtension.NSExtensionPointIdentifier == "com.apple.authentication-services-credential-provider-ui",
      !list.CFBundleExecutable.contains("/"), !list.CFBundleExecutable.isEmpty
    else { throw BrokerError(.unreadableBundle, subject: path) }
    identifier = list.CFBundleIdentifier
    displayName = DisplayText.line(list.CFBundleDisplayName)
    executable = folder + "/" + list.CFBundleExecutable
    let declared = list.NSExtension.NSExtensionAttributes
    capabilities = Capabilities(
      declared: declared.ASCredentialProviderExtensionCapabilities, linux: declared.PassfoldCredentialProviderCapabilities)
  }

  /// Finds the bundles (`*.provider`) in `folders`, in their order and each folder's by name; unreadable ones are reported and left out.
  package static func installed(in folders: [String], report: (BrokerError) -> Void) -> [ProviderBundle] {
    var seen: Set<String> = []
    return folders.flatMap { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.filter { $0.hasSuffix(".provider") }.sorted().compactMap { name -> ProviderBundle? in
        do throws(BrokerError) {
          let bundle = try ProviderBundle(folder: folder + "/" + name)
          return seen.insert(bundle.identifier).inserted ? bundle : nil
        } catch {
          report(error)
          return nil
        }
      }
    }
  }
}

/// The keys of a provider's `Info.plist` that hosting reads; the names are Apple's.
private struct InformationPropertyList: Decodable {
  struct Extension: Decodable {
    var NSExtensionPointIdentifier: String
    var NSExtensionAttributes: Attributes
  }

  struct Attributes: Decodable {
    var ASCredentialProviderExtensionCapabilities: [String: Capability]?
    var PassfoldCredentialProviderCapabilities: [String: Capability]?
  }

  /// A capability's value: a Boolean counts, any other type is a key of a later version.
  enum Capability: Decodable {
    case boolean(Bool)
    case other

    init(from decoder: any Decoder) throws {
      self = (try? decoder.singleValueContainer().decode(Bool.self)).map(Capability.boolean) ?? .other
    }

    var isTrue: Bool { if case .boolean(true) = self { true } else { false } }
  }

  var CFBundleIdentifier: String
  var CFBundleDisplayName: String
  var CFBundleExecutable: String
  var NSExtension: Extension
}

extension ProviderBundle.Capabilities {
  fileprivate init(declared: [String: InformationPropertyList.Capability]?, linux: [String: InformationPropertyList.Capability]?) {
    oneTimeCodes = declared?["ProvidesOneTimeCodes"]?.isTrue ?? false
    passkeys = declared?["ProvidesPasskeys"]?.isTrue ?? false
    passwords = declared?["ProvidesPasswords"]?.isTrue ?? false
    setsUpVerificationCodes = linux?["SetsUpVerificationCodes"]?.isTrue ?? false
  }
}
