// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials

/// An installed credential provider: a folder with an `Info.plist` and an executable.
package struct ProviderBundle: Sendable, Hashable {
  /// The bundle's reverse-domain identifier.
  package let identifier: String
  /// The provider's display name.
  package private(set) var displayName: String
  /// The bundle's folder; nil for a provider without one.
  package let folder: String?
  /// The absolute path of the executable.
  package let executable: String
  /// Its capabilities.
  package let capabilities: Capabilities
  /// Its declared needs beyond its own folder.
  package let needs: Needs
  /// Its declared use of the user's resources, with paths in this session.
  package let access: [ProviderAccess]
  /// Whether it is enabled before the user has decided: only Passfold's own is.
  package let isEnabledByDefault: Bool
  /// `NSExtensionPrincipalClass` from the `Info.plist`; nil if there is none, and for a provider without a folder.
  package let principalClass: String?
  /// `NSExtensionMainStoryboard`, which is not used here; nil if the `Info.plist` has none.
  package let storyboard: String?
  /// The problem that keeps the folder from being a provider, as a code with its subject; nil for a usable one.
  package let complaint: String?

  /// Whether it can be hosted.
  package var isReadable: Bool { complaint == nil }

  /// Creates a bundle for a provider that is already known.
  package init(
    identifier: String, displayName: String, executable: String, capabilities: Capabilities, needs: Needs = Needs(),
    access: [ProviderAccess] = [], isEnabledByDefault: Bool = true
  ) {
    self.identifier = identifier
    self.displayName = displayName
    self.folder = nil
    self.executable = executable
    self.capabilities = capabilities
    self.needs = needs
    self.access = access
    self.isEnabledByDefault = isEnabledByDefault
    principalClass = nil
    storyboard = nil
    complaint = nil
  }

  /// Represents a folder that is not a provider, so that the reason can be shown; its path is its identifier, which no provider's can be.
  private init(unreadable folder: String, complaint: String) {
    identifier = folder
    displayName = DisplayText.line(folder.split(separator: "/").last.map(String.init) ?? folder)
    self.folder = folder
    executable = folder
    capabilities = Capabilities()
    needs = Needs()
    access = []
    isEnabledByDefault = false
    principalClass = nil
    storyboard = nil
    self.complaint = complaint
  }

  /// Reads the bundle in `folder`.
  ///
  /// - Parameters:
  ///   - folder: The bundle's own folder.
  ///   - origin: The party that installed it.
  ///   - surroundings: The session for its declared paths.
  /// - Throws: ``BrokerError`` `unreadableBundle` if the property list is missing, malformed or lacks a key that hosting needs.
  package init(folder: String, origin: ProviderFolder.Origin, surroundings: AccessSurroundings = .none) throws(BrokerError) {
    let path = folder + "/Info.plist"
    guard case .success(let list) = ProviderInformation.read(path) else { throw BrokerError(.unreadableBundle, subject: path) }
    identifier = list.CFBundleIdentifier
    let name = DisplayText.line(list.CFBundleDisplayName)
    displayName = name.allSatisfy(\.isWhitespace) ? list.CFBundleIdentifier : name
    self.folder = folder
    executable = folder + "/" + list.CFBundleExecutable
    let attributes = list.NSExtension.NSExtensionAttributes
    capabilities = attributes.capabilities
    var needs = Needs()
    needs.network = attributes.PassfoldCredentialProviderNetwork?.isTrue ?? false
    needs.passphrasePrompt = attributes.PassfoldCredentialProviderPassphrasePrompt?.isTrue ?? false
    needs.servesSession = origin == .installation && attributes.PassfoldCredentialProviderServesSession?.isTrue ?? false
    self.needs = needs
    access = list.access.map { $0.placed(in: surroundings) }
    isEnabledByDefault = origin == .installation && identifier == ProviderSettingsValue.vault
    principalClass = list.NSExtension.NSExtensionPrincipalClass
    storyboard = list.NSExtension.NSExtensionMainStoryboard
    complaint = nil
  }

  /// Whether it declares the use of a program on the session bus.
  package var reachesBus: Bool { access.contains { $0.kind == .bus } }

  /// The text that the user agrees to for all of this bundle's declared resources; nil for a bundle without any. It includes the network
  /// and prompts, because data that is read can also be sent.
  package var agreement: String? {
    access.isEmpty ? nil : (access.map(\.agreement) + needs.declaredKeys).joined(separator: "\n")
  }

  /// Finds the bundles as ``installed(in:surroundings:report:)`` does, followed by folders that look like one and cannot be read.
  package static func found(
    in folders: [ProviderFolder], surroundings: AccessSurroundings = .none, report: (BrokerError) -> Void
  ) -> [ProviderBundle] {
    var unreadable: [ProviderBundle] = []
    let installed = installed(in: folders, surroundings: surroundings) { error in
      report(error)
      let folder = String(error.subject.dropLast("/Info.plist".utf8.count))
      guard case .failure(let fault) = ProviderInformation.read(error.subject) else { return }
      unreadable.append(ProviderBundle(unreadable: folder, complaint: fault.code))
    }
    return installed + unreadable
  }

  /// Finds the bundles in `folders`, in their order and by name within each folder. Of several with one identifier the first counts, and
  /// unreadable bundles are reported and left out. Bundles enabled by default come first. A bundle with the same name as an earlier one
  /// also gets its identifier in its name.
  package static func installed(
    in folders: [ProviderFolder], surroundings: AccessSurroundings = .none, report: (BrokerError) -> Void
  ) -> [ProviderBundle] {
    var seen: Set<String> = []
    var taken: Set<String> = []
    let found = folders.flatMap { folder -> [ProviderBundle] in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.filter { $0.hasSuffix(".provider") }.sorted().compactMap { name -> ProviderBundle? in
        do throws(BrokerError) {
          var bundle = try ProviderBundle(folder: folder.path + "/" + name, origin: folder.origin, surroundings: surroundings)
          // Two identifiers that differ only in letter case would share a folder on some file systems.
          guard seen.insert(bundle.identifier.lowercased()).inserted else { return nil }
          if !taken.insert(bundle.displayName.lowercased()).inserted { bundle.displayName += " (\(bundle.identifier))" }
          return bundle
        } catch {
          report(error)
          return nil
        }
      }
    }
    return found.filter(\.isEnabledByDefault) + found.filter { !$0.isEnabledByDefault }
  }
}
