// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The entitlements that a provider's author left next to its `Info.plist`. They have no effect here, and some have a replacement.
enum EntitlementInspection {
  /// The keys that have to be declared differently, each with whether that was done.
  private static let replaced: [(key: String, isReplaced: @Sendable (ProviderBundle.Needs) -> Bool)] = [
    ("keychain-access-groups", { _ in false }), ("com.apple.security.application-groups", { _ in false }),
    ("com.apple.security.network.client", { $0.network }),
  ]
  /// The maximum number of entitlement files examined.
  private static let fileLimit = 4

  /// Returns one code for each entitlement without effect, `entitlementUnread KEY`.
  static func findings(in folder: String, of needs: ProviderBundle.Needs) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var keys: Set<String> = []
    for name in names.filter({ $0.hasSuffix(".entitlements") }).sorted().prefix(fileLimit) {
      guard let bytes = SmallFile.bytes(of: "\(folder)/\(name)", limit: 64 * 1024),
        let list = try? PropertyListDecoder().decode([String: Ignored].self, from: Data(bytes))
      else { continue }
      keys.formUnion(list.keys)
    }
    return replaced.filter { keys.contains($0.key) && !$0.isReplaced(needs) }.map { "entitlementUnread \($0.key)" }
  }

  /// A value that is not examined.
  private struct Ignored: Decodable {
    init(from decoder: any Decoder) throws {}
  }
}
