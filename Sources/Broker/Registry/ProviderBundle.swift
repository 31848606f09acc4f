// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// A credential provider as installed: a folder with an `Info.plist` and an executable.
package struct ProviderBundle: Sendable, Hashable {
  /// The identifier of the provider that comes with Passfold.
  package static let builtIn = "passfold.vault"

  /// The bundle's reverse-domain identifier.
  package let identifier: String
  /// The provider's name, for people.
  package private(set) var displayName: String
  /// The bundle's folder; nil for a provider that is in no folder.
  package let folder: String?
  /// The absolute path of the executable.
  package let executable: String
  /// What it can do.
  package let capabilities: Capabilities
  /// What it declares to need beyond its own folder.
  package let needs: Needs
  /// What of the person's it declares to reach, with its places in this session.
  package let access: [ProviderAccess]
  /// Whether it answers before the person has decided: Passfold's own does, every other waits to be enabled.
  package let isEnabledByDefault: Bool
  /// `NSExtensionPrincipalClass` as it stands in the `Info.plist`; nil when that names none, and for a provider that is in no folder.
  package let principalClass: String?
  /// `NSExtensionMainStoryboard`, which nobody reads here; nil when the `Info.plist` names none.
  package let storyboard: String?
  /// What keeps the folder from being a provider, one code with its subject; nil for one that can be hosted.
  package let complaint: String?

  /// Whether it can be hosted at all.
  package var isReadable: Bool { complaint == nil }

  /// Describes a provider that is already known.
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

  /// Stands for a folder that is no provider, so that people learn why; its path is its identifier, which no provider's can be.
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
  ///   - origin: Who put it there.
  ///   - surroundings: The session in which the places that it declares lie.
  /// - Throws: ``BrokerError`` `unreadableBundle` when the property list is missing, malformed or lacks a key that hosting needs.
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
    isEnabledByDefault = origin == .installation && identifier == Self.builtIn
    principalClass = list.NSExtension.NSExtensionPrincipalClass
    storyboard = list.NSExtension.NSExtensionMainStoryboard
    complaint = nil
  }

  /// Whether it declares to reach a program on the session's bus.
  package var reachesBus: Bool { access.contains { $0.kind == .bus } }

  /// What the person agrees to with everything that this bundle declares to reach; nil for one that declares nothing of the kind. The network
  /// and a prompt belong to it: what is read may be told.
  package var agreement: String? {
    access.isEmpty ? nil : (access.map(\.agreement) + needs.declaredKeys).joined(separator: "\n")
  }

  /// Finds the bundles as ``installed(in:surroundings:report:)`` does, and after them the folders that look like one and cannot be read.
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

  /// Finds the bundles in `folders`, in their order and each folder's by name; of one identifier the first counts, and unreadable bundles
  /// are reported and left out. What answers from the start comes before all that waits for the person. A bundle that calls itself as one before it does is called by its identifier too.
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
          // Of two identifiers that differ in letter case alone, one would have the other's folder on some file systems.
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
