// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory

/// Reads a table line by line.
enum TableReading {
  /// The outcome for a line.
  enum Outcome {
    /// An item.
    case item
    /// No entry, for a reason.
    case passedOver(ImportFinding.Reason)
    /// No entry, but a folder's path starting with the outermost name. It is reported if the folder contains no items.
    case folder([String])
  }

  /// The treatment of cells in unknown columns.
  enum Rest {
    /// Keeps them as hidden fields and reports them.
    case told
    /// Keeps them as ordinary fields.
    case kept
  }

  /// Reads every line as an entry.
  ///
  /// - Parameters:
  ///   - bytes: The complete file.
  ///   - path: A prefix for the paths in findings, for a table that is one of several.
  ///   - collection: The destination for the entries.
  ///   - rest: The treatment of cells in unknown columns.
  ///   - mayBreakOff: Whether lines may have fewer cells than there are columns.
  ///   - mayBeEscaped: Whether the file may contain HTML escapes.
  ///   - hasBackslashes: Whether a backslash between quotes escapes the next character.
  ///   - mayRunOn: Whether a multi-line cell may lack quotes.
  ///   - names: The names of the columns, for a table without a heading.
  ///   - body: Reads the cells of one line.
  static func read(
    _ bytes: UnsafeRawBufferPointer, path: String = "", into collection: inout ImportedCollection, rest: Rest = .told,
    mayBreakOff: Bool = false, mayBeEscaped: Bool = false, hasBackslashes: Bool = false,
    mayRunOn: Bool = false, names: [String]? = nil, _ body: (inout EntryDraft, inout TableRow) -> Outcome
  ) throws(CredentialExchangeError) {
    var result = collection
    if TableText.encoding(of: bytes) == .windows1252 {
      result.findings.append(
        ImportFinding(.malformedValue, at: ImportFinding.Place(path: path + "UTF-8 (read as Windows-1252)"), outcome: .readLeniently))
    }
    try TableText.withUTF8(bytes) { (bytes) throws(CredentialExchangeError) in
      let table = try CSVReader.table(of: bytes, hasBackslashes: hasBackslashes)
      let columns = names.map { TableRow.Columns($0) } ?? TableRow.Columns(table.heading, in: bytes)
      let lines = names == nil ? table.rows : [table.heading] + table.rows
      if let names {
        let place = ImportFinding.Place(path: path + "heading (read as \(names.filter { !$0.isEmpty }.joined(separator: ", ")))")
        result.findings.append(ImportFinding(.missingMember, at: place, outcome: .readLeniently))
      }
      let isEscaped = mayBeEscaped && HTMLEscapes.areUsed(in: bytes)
      if isEscaped {
        result.findings.append(ImportFinding(.malformedValue, at: ImportFinding.Place(path: path + "&amp;"), outcome: .readLeniently))
      }
      var named: [[String]] = []
      var short: [ImportFinding.Place] = []
      let rows = mayRunOn ? RunOnLines.joined(lines, columnCount: columns.names.count) : lines.map { ($0, false) }
      for (cells, isJoined) in rows {
        // Spreadsheets leave a line of empty cells in place of a deleted one.
        guard cells.contains(where: { !$0.isEmpty }) else { continue }
        var row = TableRow(cells, columns: columns, in: bytes, isEscaped: isEscaped)
        var draft = EntryDraft(number: result.readCount, title: "")
        switch body(&draft, &row) {
        case .folder(let names): named.append(names)
        case .passedOver(let reason): result.passOver(result.readCount, title: draft.item.title, path: path, because: reason)
        case .item:
          keep(row.rest(), as: rest, path, &draft)
          if let place = table.brokenPlace(of: cells) { draft.tell(.malformedValue, path + place, .readLeniently) }
          if isJoined { draft.tell(.malformedValue, path + "several lines without quotes", .readLeniently) }
          if cells.count < columns.names.count, !mayBreakOff { short.append(draft.place(path + columns.names[cells.count])) }
          result.add(draft)
        }
      }
      // A single finding for all lines with missing cells at the end, because some programs omit empty ones.
      if let place = short.first {
        let all = short.count == 1 ? place : ImportFinding.Place(path: "\(place.path) (\(short.count) lines)")
        result.findings.append(ImportFinding(.missingMember, at: all, outcome: .keptInPart))
      }
      tellEmptyFolders(of: named, path, &result)
    }
    collection = result
  }

  /// Keeps the cells in unknown columns.
  private static func keep(
    _ cells: [(name: String, hasColumn: Bool, value: SharedSecret)], as rest: Rest, _ path: String, _ draft: inout EntryDraft
  ) {
    for (name, hasColumn, value) in cells {
      // Empty lists of fields or files.
      if value.withBytes({ $0.elementsEqual("[]".utf8) || $0.elementsEqual("{}".utf8) }) { continue }
      if hasColumn, case .kept = rest {
        draft.keep(name, value, isHidden: SecretNames.isSecret(name))
      } else {
        draft.keep(name, value, isHidden: true, because: hasColumn ? .unknownMember : .malformedValue, at: path + name)
      }
    }
  }

  /// Reports folders that have lines of their own but no entries.
  private static func tellEmptyFolders(of named: [[String]], _ path: String, _ collection: inout ImportedCollection) {
    let used =
      named.isEmpty ? [] : Set(collection.items.flatMap(\.folders).flatMap { path in path.indices.map { Array(path[...$0]) } })
    for names in named where !used.contains(names) {
      let place = ImportFinding.Place(title: names.joined(separator: "/"), path: path + "folder")
      collection.findings.append(ImportFinding(.noPlace, at: place, outcome: .leftOut))
    }
  }
}
