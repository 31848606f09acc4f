// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import VaultProtocol

/// The fields for an entry's tags, and for marking it as a favourite.
@MainActor
final class LabelFields {
  let widget: Widget?
  let fields: [FormField]
  /// The entry's current tags, and whether it is a favourite.
  private let (had, wasFavourite): ([String], Bool)
  private let tags: FormField
  private let favourite = passfold_gtk_check_new(VaultWords.favouriteWords)

  /// - Parameter entry: The entry to change; nil for a new one.
  init(_ entry: VaultEntry?) {
    (had, wasFavourite) = (entry?.tags ?? [], entry?.favourite == true)
    tags = FormField(VaultWords.tagsApart, text: had.joined(separator: ", "))
    fields = [tags]
    if let favourite { passfold_gtk_check_set(favourite, wasFavourite ? 1 : 0) }
    widget = Build.column(spacing: 14, tags.widget, favourite)
  }

  func focus() { tags.focus() }

  /// Whether the user changed something.
  var hasChanged: Bool { tags.hasChanged || isFavourite != wasFavourite }

  private var isFavourite: Bool { favourite.map { passfold_gtk_check_is_on($0) != 0 } ?? false }

  /// Adds the user's changes to an edit.
  func put(into edit: inout VaultCall.EntryEdit) {
    let wanted = Self.words(of: tags.text)
    let (added, removed) = (wanted.filter { !had.contains($0) }, had.filter { !wanted.contains($0) })
    if !added.isEmpty { edit.addTags = added }
    if !removed.isEmpty { edit.removeTags = removed }
    if isFavourite != wasFavourite { edit.favourite = isFavourite }
  }

  private static func words(of text: String) -> [String] {
    var words: [String] = []
    for part in text.split(separator: ",") {
      let word = part.trimmingSpace
      if !word.isEmpty, !words.contains(word) { words.append(word) }
    }
    return words
  }
}
