// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Where this process finds KeePassXC, and what databases know it by.
@MainActor
package final class Desk {
  /// The desk of this process; nil until `main` or a test has set one up.
  package static var current: Desk?

  /// Where KeePassXC may listen.
  let places: [String]
  private let file: String
  private(set) var associations: Associations

  /// Sets up the desk.
  ///
  /// - Parameters:
  ///   - places: Where KeePassXC may listen, the likeliest first.
  ///   - own: The provider's own folder.
  package init(places: [String], own: URL) {
    self.places = places
    file = own.appending(path: "associations.json").path
    associations = Associations(file: file)
  }

  func keep(_ association: Associations.Association) {
    associations.keep(association)
    save()
  }

  func forget(_ database: String) {
    associations.forget(database)
    save()
  }

  private func save() {
    do {
      try associations.save(to: file)
    } catch {
      // The broker keeps a provider's last line of output for its owner.
      FileHandle.standardError.write(
        Data("the connection to KeePassXC could not be stored: KeePassXC asks for it again after a restart\n".utf8))
    }
  }
}
