// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Finds the methods of the base class that a provider's class overrides, without calling them.
///
/// A class's metadata ends with its table of methods, in the order of the base class. A method's position is found with a class that
/// overrides only this method. An overriding class has a different function there than the base class.
@MainActor
package enum OverriddenMethods {
  /// Returns the methods that a class overrides; nil if the layout of the metadata has changed.
  package static func names(of provider: ASCredentialProviderViewController.Type) -> Set<String>? {
    let base = ClassWords(ASCredentialProviderViewController.self)
    // The entries that differ in every subclass: the inherited initialisers.
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

/// The words of a class's metadata after its header, in Swift's layout without Objective-C.
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

  /// The word at a position; nil beyond the end.
  subscript(place: Int) -> UInt? { words.indices.contains(place) ? words[place] : nil }

  /// Returns the positions in this class's table at which a subclass differs.
  func differences(from subclass: ClassWords) -> Set<Int> {
    guard words.count > Self.header else { return [] }
    return Set((Self.header..<words.count).filter { words[$0] != subclass[$0] })
  }
}
