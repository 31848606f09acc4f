// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Which of the base class's methods a provider's class overrides, found without calling one.
///
/// A class's metadata ends in its table of methods, in the base class's order. A method's place in it is found by a class that overrides
/// this method alone; an overriding class has another function there than the base class.
@MainActor
package enum OverriddenMethods {
  /// The methods that a class overrides; nil should the metadata ever have another layout.
  package static func names(of provider: ASCredentialProviderViewController.Type) -> Set<String>? {
    let base = ClassWords(ASCredentialProviderViewController.self)
    // What every subclass has of its own: the initialisers that it inherits.
    let everywhere = base.differences(from: ClassWords(OverridesNothing.self))
    let theirs = ClassWords(provider)
    var names: Set<String> = []
    for (name, example) in examples {
      let places = base.differences(from: ClassWords(example)).subtracting(everywhere)
      guard places.count == 1, let place = places.first else { return nil }
      if theirs[place] != base[place] { names.insert(name) }
    }
    return names
  }

  /// The methods that can be told apart, with the class that overrides each.
  private static let examples: [(name: String, example: ASCredentialProviderViewController.Type)] = [
    ("prepareCredentialList(for:)", OverridesPasswordList.self),
    ("prepareCredentialList(for:requestParameters:)", OverridesSignInList.self),
    ("prepareOneTimeCodeCredentialList(for:)", OverridesCodeList.self),
    ("provideCredentialWithoutUserInteraction(for: ASPasswordCredentialIdentity)", OverridesProvideIdentity.self),
    ("provideCredentialWithoutUserInteraction(for:)", OverridesProvide.self),
    ("prepareInterfaceToProvideCredential(for: ASPasswordCredentialIdentity)", OverridesPrepareIdentity.self),
    ("prepareInterfaceToProvideCredential(for:)", OverridesPrepare.self),
    ("prepareInterface(forPasskeyRegistration:)", OverridesRegistration.self),
  ]
}

/// The words of a class's metadata behind its header, in Swift's layout without Objective-C.
private struct ClassWords {
  /// Kind, superclass, flags and sizes, description, destroyer.
  private static let header = 7
  private static let sizes = (classSize: 32, addressPoint: 36)

  private let words: UnsafeBufferPointer<UInt>

  init(_ type: AnyClass) {
    let address = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let size = Int(address.load(fromByteOffset: Self.sizes.classSize, as: UInt32.self))
    let point = Int(address.load(fromByteOffset: Self.sizes.addressPoint, as: UInt32.self))
    let count = max(0, size - point) / MemoryLayout<UInt>.size
    words = UnsafeBufferPointer(start: address.assumingMemoryBound(to: UInt.self), count: count)
  }

  /// The word at a place; nil beyond the end.
  subscript(place: Int) -> UInt? { words.indices.contains(place) ? words[place] : nil }

  /// The places of this class's table in which a subclass has something else.
  func differences(from subclass: ClassWords) -> Set<Int> {
    guard words.count > Self.header else { return [] }
    return Set((Self.header..<words.count).filter { words[$0] != subclass[$0] })
  }
}

private final class OverridesNothing: ASCredentialProviderViewController {}

private final class OverridesPasswordList: ASCredentialProviderViewController {
  override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {}
}

private final class OverridesSignInList: ASCredentialProviderViewController {
  override func prepareCredentialList(
    for serviceIdentifiers: [ASCredentialServiceIdentifier], requestParameters: ASPasskeyCredentialRequestParameters
  ) {}
}

private final class OverridesCodeList: ASCredentialProviderViewController {
  override func prepareOneTimeCodeCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {}
}

private final class OverridesProvideIdentity: ASCredentialProviderViewController {
  override func provideCredentialWithoutUserInteraction(for credentialIdentity: ASPasswordCredentialIdentity) {}
}

private final class OverridesProvide: ASCredentialProviderViewController {
  override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {}
}

private final class OverridesPrepareIdentity: ASCredentialProviderViewController {
  override func prepareInterfaceToProvideCredential(for credentialIdentity: ASPasswordCredentialIdentity) {}
}

private final class OverridesPrepare: ASCredentialProviderViewController {
  override func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {}
}

private final class OverridesRegistration: ASCredentialProviderViewController {
  override func prepareInterface(forPasskeyRegistration registrationRequest: any ASCredentialRequest) {}
}
