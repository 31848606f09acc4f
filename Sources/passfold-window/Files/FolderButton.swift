// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews

/// The button next to the field for the place where devices synchronise; it lets the user choose a folder instead of typing its path.
@MainActor
enum FolderButton {
  /// - Parameter chosen: Called with the folder's path.
  static func make(over window: Widget, chosen: @escaping @MainActor (String) -> Void) -> Widget? {
    Build.button(SyncPlaceWords.chooseFolder) {
      FileChoice.askForFolder(over: window, SyncPlaceWords.chooseFolder, accept: SyncPlaceWords.useFolder) {
        if let path = $0 { chosen(path) }
      }
    }
  }
}
