// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// The pages of one store operation that came ahead of its last frame.
struct PendingStorePages: Sendable {
  private(set) var pages: [IdentityPage] = []
  private(set) var byteCount = 0

  mutating func append(_ page: IdentityPage) {
    pages.append(page)
    byteCount += page.bytes.count
  }
}

/// Store operations as they come in frames, and their answers.
extension Broker {
  /// Takes a frame of a provider's store operation; the last one carries the operation out on all its pages, or on none.
  ///
  /// The work is done beside the broker: the provider waits with what it says next, and nobody else does.
  func storeFrame(_ frame: IdentityStoreFrame, request: Int, of identifier: String, generation: Int) async {
    if case .page(let page) = frame { return keep(page, request: request, of: identifier) }
    guard let former = providers[identifier]?.store else { return }
    let pages = pendingStoreFrames[identifier]?.removeValue(forKey: request)?.pages ?? []
    let limit = environment.limits.storeBytes
    let (store, replies) = await SlowWork.stores.run {
      var store = former
      let replies = store.perform(frame, after: pages, byteLimit: limit)
      return (store, replies)
    }
    guard providers[identifier]?.generation == generation else { return }
    providers[identifier]?.store = store
    for reply in replies { providers[identifier]?.link?.send(.storeReply(request: request, frame: reply), secret: nil) }
    if replies == [.done] { providerArrived(identifier) }
    // Many pages leave much behind in passing; the last of those who fill their stores at the same time has it cleared away.
    guard !pages.isEmpty, pendingStoreFrames.values.allSatisfy(\.isEmpty) else { return }
    SlowWork.stores.start(environment.giveMemoryBack)
  }

  private func keep(_ page: IdentityPage, request: Int, of identifier: String) {
    let pending = pendingStoreFrames[identifier] ?? [:]
    let byteCount = (pending[request]?.byteCount ?? 0) + page.bytes.count
    guard byteCount <= environment.limits.storeBytes,
      pending[request] != nil || pending.count < environment.limits.openRequestsPerClient
    else { return punish(identifier) }
    pendingStoreFrames[identifier, default: [:]][request, default: PendingStorePages()].append(page)
  }
}

extension IdentityStore {
  /// Carries out an operation, or leaves everything as it was.
  ///
  /// - Parameters:
  ///   - pages: The pages that came ahead of the last frame.
  ///   - byteLimit: The most bytes that the records may take.
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

  /// Every record of every page: one that is malformed fails the operation before anything is changed.
  private static func records(of pages: [IdentityPage]) throws(IdentityPageError) -> [ArraySlice<UInt8>] {
    var records: [ArraySlice<UInt8>] = []
    for page in pages { records += try page.records() }
    return records
  }

  /// Raw value of Apple's `ASCredentialIdentityStoreError.Code.internalError`.
  private static let failed = IdentityStoreReplyFrame.failed(code: 0)
}
