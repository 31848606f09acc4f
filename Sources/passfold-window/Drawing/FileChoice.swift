// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK

/// The desktop's own dialog for choosing a file or a folder.
@MainActor
final class FileChoice {
  private let hear: @MainActor (String?) -> Void

  private init(_ hear: @escaping @MainActor (String?) -> Void) { self.hear = hear }

  /// Asks for a file.
  ///
  /// - Parameters:
  ///   - accept: The label of the button that accepts the choice.
  ///   - newName: The suggested name of a file to write; nil asks for an existing file.
  ///   - hear: Called with the file's path, or nil if the user chose none.
  static func ask(
    over window: Widget, _ title: String, accept: String, newName: String? = nil, _ hear: @escaping @MainActor (String?) -> Void
  ) {
    ask(over: window, title, accept, newName, isFolder: false, at: nil, hear)
  }

  /// Asks for a folder; the user can also create one in the dialog.
  ///
  /// - Parameter place: The folder shown first; nil for the dialog's default.
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
