// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// The pages of one store operation that precede its last frame.
struct PendingStorePages: Sendable {
  private(set) var pages: [IdentityPage] = []
  private(set) var byteCount = 0

  mutating func append(_ page: IdentityPage) {
    pages.append(page)
    byteCount += page.bytes.count
  }
}

/// The pages of store operations whose last frame has not arrived, by provider and operation.
struct PendingStores: Sendable {
  private var pages: [String: [QuestionNumber: PendingStorePages]] = [:]

  init() {}

  /// Whether no operation is incomplete.
  var isEmpty: Bool { pages.values.allSatisfy(\.isEmpty) }

  /// Stores a page that precedes the last frame.
  ///
  /// - Returns: Whether it is within the limits; exceeding them is a provider's fault.
  mutating func keep(_ page: IdentityPage, of operation: QuestionNumber, by provider: String, limits: BrokerLimits) -> Bool {
    let pending = pages[provider] ?? [:]
    let byteCount = (pending[operation]?.byteCount ?? 0) + page.bytes.count
    guard byteCount <= limits.storeBytes, pending[operation] != nil || pending.count < limits.openRequestsPerClient else { return false }
    pages[provider, default: [:]][operation, default: PendingStorePages()].append(page)
    return true
  }

  /// Removes and returns the pages of an operation whose last frame has arrived.
  mutating func take(_ operation: QuestionNumber, by provider: String) -> [IdentityPage] {
    pages[provider]?.removeValue(forKey: operation)?.pages ?? []
  }

  /// Discards the pages of a provider that ended.
  mutating func forget(_ provider: String) { pages[provider] = nil }
}

extension IdentityStore {
  /// Carries out an operation, or leaves everything unchanged.
  ///
  /// - Parameters:
  ///   - pages: The pages that preceded the last frame.
  ///   - byteLimit: The maximum total length of the records in bytes.
  /// - Returns: The frames of the answer.
  mutating func perform(_ frame: IdentityStoreFrame, after pages: [IdentityPage], byteLimit: Int) -> [IdentityStoreReplyFrame] {
    do throws(IdentityPageError) {
      switch frame {
      case .page: return []
      case .state: return [.state(isEnabled: true, supportsIncrementalUpdates: true)]
      case .save(let last):
        let records = try Self.records(of: pages + [last])
        guard records.reduce(byteCount, { $0 + $1.count }) <= byteLimit else { return [Self.failed] }
        save(records)
      case .remove(let last):
        remove(try Self.records(of: pages + [last]))
      case .replace(let last):
        self = IdentityStore(try Self.records(of: pages + [last]))
      case .removeAll:
        self = IdentityStore()
      case .list(let service, let kinds):
        let pages = try IdentityPage.pages(of: identities(of: service, kinds: kinds))
        return pages.dropLast().map { .page($0) } + pages.suffix(1).map { .identities($0) }
      }
      return [.done]
    } catch {
      return [Self.failed]
    }
  }

  /// Returns every record of every page; a malformed one fails the operation before anything is changed.
  private static func records(of pages: [IdentityPage]) throws(IdentityPageError) -> [ArraySlice<UInt8>] {
    var records: [ArraySlice<UInt8>] = []
    for page in pages { records += try page.records() }
    return records
  }

  /// Raw value of Apple's `ASCredentialIdentityStoreError.Code.internalError`.
  private static let failed = IdentityStoreReplyFrame.failed(code: 0)
}
