// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

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
    let everywhere = base.differences(from: ClassWords(OverridingClasses.none))
    let theirs = ClassWords(provider)
    var names: Set<String> = []
    for (name, example) in OverridingClasses.all {
      let places = base.differences(from: ClassWords(example)).subtracting(everywhere)
      guard places.count == 1, let place = places.first else { return nil }
      if theirs[place] != base[place] { names.insert(name) }
    }
    return names
  }
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
