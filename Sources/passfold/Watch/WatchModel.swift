// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// A terminal's size in character cells.
package struct ScreenSize: Hashable, Sendable {
  /// The number of columns, 1 or more.
  package var columns: Int
  /// The number of rows, 1 or more.
  package var rows: Int

  /// Uses both numbers unchanged.
  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// The state of the live list: events go in, effects come out. It does not depend on terminal, vault or clock.
package struct WatchModel: Sendable {
  /// Whether codes can be shown.
  package enum Access: Hashable, Sendable {
    /// The first list has not arrived yet.
    case loading
    case open
    /// The vault is locked, or requires confirmation for this terminal.
    case locked
    /// The vault failed; contains the message for the user.
    case failed(String)
  }

  /// The events of the list; times are seconds since 1970 by this computer's clock.
  package enum Event: Sendable {
    /// The user pressed a key.
    case key(WatchKey)
    /// The terminal was resized.
    case resized(ScreenSize)
    case tick
    /// The vault's codes, and the offset of its time for codes from the clock, in seconds.
    case listed([WatchRow], ahead: Double)
    /// The vault is unlocked, and nothing was requested.
    case confirmedOpen
    case foundLocked
    /// The vault failed; contains the message for the user.
    case failed(String)
    /// A requested counter-based code.
    case issued(record: String, code: SharedSecret)
    /// A remark to show for ``noticeTime``.
    case noticed(String)
  }

  /// The effects of an event.
  package enum Action: Sendable {
    /// Ask whether the vault is unlocked, and for the codes if wanted; `attended` if a key was pressed since they were last requested.
    case refresh(codes: Bool, attended: Bool)
    case unlock
    /// Copy a code to the clipboard; `remaining` is its validity in seconds, nil for a counter-based code.
    case copy(SharedSecret, account: String, remaining: Double?)
    /// Request the next counter-based code, which uses it up.
    case issue(record: String)
    case redraw
    case suspend
    case leave
  }

  /// The seconds between two checks whether the vault is still unlocked.
  static let lookInterval = 2.0
  /// The seconds for which a remark is shown.
  static let noticeTime = 6.0
  /// The seconds for which a counter-based code is shown.
  static let issuedTime = 60.0

  /// Whether the vault's codes are visible now.
  package private(set) var access = Access.loading
  /// The search typed so far; each of its words must occur in a row.
  package private(set) var search: String
  /// Whether help is shown instead of the list.
  package private(set) var showsHelp = false
  /// A remark about the last action, shown for ``noticeTime``.
  package private(set) var notice: String?
  /// The offset of the vault's time for codes from the clock, in seconds.
  package private(set) var ahead = 0.0
  /// The size of the terminal.
  package private(set) var size: ScreenSize
  /// The rows that match the search, in the vault's order.
  package private(set) var visible: [WatchRow] = []
  /// The first row on the screen.
  package private(set) var top = 0

  private var rows: [WatchRow] = []
  private var selectedRecord: String?
  private var isRefreshing = false
  private var isAttended = true
  private var lastLook: Double
  private var noticeEnd = 0.0
  private var issuedAt: [String: Double] = [:]

  /// Starts an empty list.
  package init(size: ScreenSize, search: String = "", now: Double) {
    self.size = size
    self.search = search
    lastLook = now
  }

  /// The number of rows without a search.
  package var count: Int { rows.count }

  /// The index of the selected row among the visible rows.
  package var selection: Int { visible.firstIndex { $0.record == selectedRecord } ?? 0 }

  /// The row that Enter applies to.
  package var selected: WatchRow? { visible.indices.contains(selection) ? visible[selection] : nil }

  /// Handles an event and returns its effects.
  package mutating func handle(_ event: Event, now: Double) -> [Action] {
    switch event {
    case .key(let key): return pressed(key, now: now)
    case .resized(let size):
      self.size = size
      scroll()
      return [.redraw]
    case .tick: return ticked(now)
    case .listed(let rows, let ahead):
      isRefreshing = false
      access = .open
      self.ahead = ahead
      let kept = self.rows.filter { issuedAt[$0.record] != nil }
      self.rows = rows.map { row in
        guard row.isCounted, let issued = kept.first(where: { $0.record == row.record }) else { return row }
        var row = row
        row.code = issued.code
        return row
      }
      filter()
    case .confirmedOpen:
      isRefreshing = false
      if access == .locked || access == .loading { return refresh(codes: true, now: now) }
      if case .failed = access { return refresh(codes: true, now: now) }
    case .foundLocked:
      isRefreshing = false
      hide(as: .locked)
    case .failed(let words):
      isRefreshing = false
      hide(as: .failed(words))
    case .issued(let record, let code):
      guard access == .open, let index = rows.firstIndex(where: { $0.record == record }) else { return [] }
      rows[index].code = code
      issuedAt[record] = now
      filter()
      return [.copy(code, account: rows[index].title, remaining: nil)]
    case .noticed(let words):
      notice = words
      noticeEnd = now + Self.noticeTime
    }
    return []
  }

  private mutating func ticked(_ now: Double) -> [Action] {
    if notice != nil, now >= noticeEnd || now < noticeEnd - Self.noticeTime - 1 { notice = nil }
    for (record, since) in issuedAt where now >= since + Self.issuedTime {
      issuedAt[record] = nil
      if let index = rows.firstIndex(where: { $0.record == record }) { rows[index].code = nil }
      filter()
    }
    guard !isRefreshing else { return [] }
    // A code that has expired, or one from the future because the clock was set back.
    var isStale = false
    for index in rows.indices where rows[index].validity.map({ !$0.contains(now + ahead) }) ?? false {
      rows[index].advance(to: now + ahead)
      isStale = true
    }
    if isStale { filter() }
    if access == .open, isStale { return refresh(codes: true, now: now) }
    return now >= lastLook + Self.lookInterval || now < lastLook ? refresh(codes: false, now: now) : []
  }

  private mutating func refresh(codes: Bool, now: Double) -> [Action] {
    isRefreshing = true
    lastLook = now
    defer { if codes { isAttended = false } }
    return [.refresh(codes: codes, attended: isAttended)]
  }

  private mutating func pressed(_ key: WatchKey, now: Double) -> [Action] {
    isAttended = true
    switch key {
    case .interrupt: return [.leave]
    case .suspend: return [.suspend]
    case .redraw: return [.redraw]
    default: break
    }
    switch key {
    case .escape:
      if showsHelp {
        showsHelp = false
      } else if search.isEmpty {
        return [.leave]
      } else {
        changeSearch("")
      }
    case .enter: return entered(now)
    case .up: select(selection - 1)
    case .down: select(selection + 1)
    case .pageUp: select(selection - max(1, bodyHeight - 1))
    case .pageDown: select(selection + max(1, bodyHeight - 1))
    case .home: select(0)
    case .end: select(visible.count - 1)
    case .backspace: changeSearch(String(search.dropLast()))
    case .clear: changeSearch("")
    case .character("?") where search.isEmpty: showsHelp.toggle()
    case .character(let character):
      let text = Presenter.printable(String(character))
      if !text.isEmpty, search.count < 64, search != "" || text != " " { changeSearch(search + text) }
    default: break
    }
    return []
  }

  private mutating func entered(_ now: Double) -> [Action] {
    switch access {
    case .locked: return [.unlock]
    case .failed: return isRefreshing ? [] : refresh(codes: true, now: now)
    case .open:
      guard let row = selected else { return [] }
      if row.isCounted { return [.issue(record: row.record)] }
      return row.code.map { [.copy($0, account: row.title, remaining: row.remaining(at: now + ahead))] } ?? []
    case .loading: return []
    }
  }

  /// Releases every code; the memory is wiped with its last owner.
  private mutating func hide(as access: Access) {
    self.access = access
    issuedAt = [:]
    for index in rows.indices { rows[index].hide() }
    filter()
  }

  private mutating func changeSearch(_ text: String) {
    search = text
    top = 0
    filter()
  }

  private mutating func select(_ index: Int) {
    guard !visible.isEmpty else { return }
    selectedRecord = visible[min(max(index, 0), visible.count - 1)].record
    scroll()
  }

  private mutating func filter() {
    visible = rows.filter { $0.fits(search) }
    if !visible.contains(where: { $0.record == selectedRecord }) { selectedRecord = visible.first?.record }
    scroll()
  }

  private mutating func scroll() {
    let height = max(1, bodyHeight)
    top = min(max(0, top), max(0, visible.count - height))
    if selection < top { top = selection }
    if selection >= top + height { top = selection - height + 1 }
  }

  /// The number of rows that fit on the screen.
  package var bodyHeight: Int { WatchLayout(size: size).body.count }
}
