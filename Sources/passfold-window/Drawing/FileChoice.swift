// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK

/// The desktop's own dialog in which a person chooses a file or a folder.
@MainActor
final class FileChoice {
  private let hear: @MainActor (String?) -> Void

  private init(_ hear: @escaping @MainActor (String?) -> Void) { self.hear = hear }

  /// Asks for a file.
  ///
  /// - Parameters:
  ///   - accept: What the button says that ends it.
  ///   - newName: What a file that is to be written is called at first; nil asks for one that is there.
  ///   - hear: Hears its path; nil where none was chosen.
  static func ask(
    over window: Widget, _ title: String, accept: String, newName: String? = nil, _ hear: @escaping @MainActor (String?) -> Void
  ) {
    ask(over: window, title, accept, newName, isFolder: false, at: nil, hear)
  }

  /// Asks for a folder, which may also be made there.
  ///
  /// - Parameter place: The folder that is open at first; nil for the one in which a person begins.
  static func askForFolder(
    over window: Widget, _ title: String, accept: String, at place: String? = nil, _ hear: @escaping @MainActor (String?) -> Void
  ) {
    ask(over: window, title, accept, nil, isFolder: true, at: place, hear)
  }

  private static func ask(
    over window: Widget, _ title: String, _ accept: String, _ newName: String?, isFolder: Bool, at place: String?,
    _ hear: @escaping @MainActor (String?) -> Void
  ) {
    passfold_gtk_choose_file(
      window, title, accept, VaultWords.cancel, newName, isFolder ? 1 : 0, place,
      { context, path in
        guard let context else { return }
        let choice = Unmanaged<FileChoice>.fromOpaque(context).takeRetainedValue()
        let path = path.map { String(cString: $0) }
        MainActor.assumeIsolated { choice.hear(path) }
      }, Unmanaged.passRetained(FileChoice(hear)).toOpaque())
  }
}
