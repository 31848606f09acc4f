// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
package import SecretMemory
import Synchronization

/// The Secret Service of the session (Secret Service API 0.2), as far as it is read: web logins alone, and of them the one that is filled.
package actor KeyringClient {
  /// What a keyring has for web sites.
  package struct Contents: Sendable, Equatable {
    /// The logins that can be read, by the paths of their items.
    package var logins: [String: WebLogin] = [:]
    /// What has to be unlocked before more is known.
    package var locked: [String] = []
  }

  private static let root = "/org/freedesktop/secrets"
  private static let service = "org.freedesktop.Secret.Service"
  private static let collection = "org.freedesktop.Secret.Collection"
  private static let item = "org.freedesktop.Secret.Item"
  private static let prompt = "org.freedesktop.Secret.Prompt"
  private static let changes: Set = ["CollectionChanged", "ItemCreated", "ItemChanged", "ItemDeleted"]
  /// The most logins that are listed.
  private static let limit = 5_000
  /// The longest path of an item, by which the system and its lists name the item.
  private static let longestPath = 1024
  /// The most keyrings that are looked into.
  private static let collectionLimit = 64

  private let executor = BusQueue()
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let socket: String
  private var bus: SecretServiceBus?
  private var session: (object: String, cipher: SessionCipher)?
  private var source: (any DispatchSourceRead)?
  private var changed: (@Sendable () -> Void)?
  /// Who waits for the answer to a prompt, by the prompt's object.
  private var asked: [String: CheckedContinuation<Bool, Never>] = [:]
  private let reading = Mutex(0)

  /// Whether a secret is being read, for which a keyring may ask the person: whoever may not wait for that asks here first.
  package nonisolated var isReading: Bool { reading.withLock { $0 } > 0 }

  /// Prepares a client; it connects when it is first asked.
  ///
  /// - Parameter socket: The filter's socket.
  package init(socket: String) { self.socket = socket }

  /// Has somebody told whenever items or locks may have changed.
  package func whenChanged(_ tell: @escaping @Sendable () -> Void) { changed = tell }

  // MARK: What there is

  /// Looks for web logins, by the schemas that they are written under, in each keyring that is unlocked.
  ///
  /// Not in all at once: KeePassXC asks for a database's password before it searches there.
  ///
  /// - Parameter starts: Whether the session may start a keyring for it.
  /// - Throws: ``SecretServiceError``.
  package func contents(starting starts: Bool) throws(SecretServiceError) -> Contents {
    try connected { bus throws(SecretServiceError) in
      var contents = Contents()
      let collections = try collections(bus, starts)
      contents.locked = collections.filter(\.isLocked).map(\.path)
      var paths: Set<String> = []
      for collection in collections where !collection.isLocked {
        for schema in WebLogin.Origin.allCases.compactMap(\.schema) {
          paths.formUnion(try search([WebLogin.schema: schema], in: collection.path, bus))
        }
        // An entry of KeePassXC's has no schema to be found by, so it is told by the form of its path from what other keyrings hold.
        let items = Set(try items(of: collection.path, bus))
        let others = items.filter { !Self.isKeePassXCs($0) }
        paths.formUnion(items.subtracting(others))
        // An item without attributes is found in KWallet 5 by no search, and in every other keyring by the one for nothing in particular.
        if !others.isEmpty { paths.formUnion(others.subtracting(try search([:], in: collection.path, bus))) }
      }
      for path in paths.sorted() where contents.logins.count < Self.limit {
        do throws(SecretServiceError) { contents.logins[path] = try login(at: path, bus) } catch {
          // One item's oddness hides that item; a keyring that hangs would be waited for once for each.
          if [.noBus, .tooSlow].contains(error.code) { throw error }
        }
      }
      return contents
    }
  }

  /// The login that an item is now: a path may have become another item's.
  ///
  /// - Throws: `noLogin` for one that is gone or is no web login, `locked`.
  package func login(at path: String) throws(SecretServiceError) -> WebLogin {
    try connected { bus throws(SecretServiceError) in try login(at: path, bus) }
  }

  // MARK: What it holds

  /// Reads the secret of one web login, encrypted on its way.
  ///
  /// - Throws: `locked`, `noLogin`, `noEncryption` and others of ``SecretServiceError``.
  package func secret(of path: String) throws(SecretServiceError) -> (login: WebLogin, secret: SharedSecret) {
    reading.withLock { $0 += 1 }
    defer { reading.withLock { $0 -= 1 } }
    return try connected { bus throws(SecretServiceError) in
      // Right before: nothing else's secret is ever asked for.
      let login = try login(at: path, bus)
      let session = try openSession(bus)
      let answer = try bus.call("GetSecrets", of: Self.service, at: Self.root, limit: SecretServiceBus.askingLimit) {
        message throws(SecretServiceError) in
        try message.append(objects: [path])
        try message.append(object: session.object)
      }
      let found = try KeyringAnswer(answer).secrets(of: session.object, by: session.cipher)
      // A keyring leaves out what is locked.
      guard let secret = found.first(where: { $0.item == path })?.secret else { throw SecretServiceError(.locked) }
      return (login, secret)
    }
  }

  // MARK: Locks

  /// Has the keyring ask the person to unlock some things, in its own window; a cancelled task takes the question back.
  ///
  /// - Throws: `dismissed` where the person says no.
  package func unlock(_ objects: [String]) async throws(SecretServiceError) {
    guard let prompt = try askToUnlock(objects) else { return }
    let isUnlocked = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        asked[prompt] = continuation
        // The person may have been as quick as that, or have left.
        hearChanges()
        if Task.isCancelled { dismiss(prompt) }
      }
    } onCancel: {
      Task { await dismiss(prompt) }
    }
    guard isUnlocked else { throw SecretServiceError(.dismissed) }
  }

  /// The prompt's object; nil where none was needed.
  private func askToUnlock(_ objects: [String]) throws(SecretServiceError) -> String? {
    try connected { bus throws(SecretServiceError) in
      let objects = try firstToUnlock(of: objects, bus)
      let answer = try bus.call("Unlock", of: Self.service, at: Self.root, starts: true) {
        message throws(SecretServiceError) in try message.append(objects: objects)
      }
      guard let prompt = try KeyringAnswer(answer).prompt() else { return nil }
      _ = try bus.call("Prompt", of: Self.prompt, at: prompt) { message throws(SecretServiceError) in try message.append(text: "") }
      return prompt
    }
  }

  private func dismiss(_ prompt: String) {
    guard let continuation = asked.removeValue(forKey: prompt) else { return }
    _ = try? bus?.call("Dismiss", of: Self.prompt, at: prompt)
    continuation.resume(returning: false)
  }

  /// Every keyring, and whether it is locked; reading that asks nobody.
  private func collections(_ bus: SecretServiceBus, _ starts: Bool) throws(SecretServiceError) -> [(path: String, isLocked: Bool)] {
    let paths = try property("Collections", of: Self.service, at: Self.root, bus, starts).objectsOfProperty()
    return try paths.prefix(Self.collectionLimit).map { path throws(SecretServiceError) in
      (path, try isLocked(path, of: Self.collection, bus))
    }
  }

  private func isLocked(_ path: String, of interface: String, _ bus: SecretServiceBus) throws(SecretServiceError) -> Bool {
    try property("Locked", of: interface, at: path, bus).flagOfProperty()
  }

  /// Of locked keyrings the one that programs keep things in, where it is among them: each asks by itself.
  private func firstToUnlock(of objects: [String], _ bus: SecretServiceBus) throws(SecretServiceError) -> [String] {
    guard objects.count > 1 else { return objects }
    let answer = try bus.call("ReadAlias", of: Self.service, at: Self.root) { message throws(SecretServiceError) in
      try message.append(text: "default")
    }
    let usual = try KeyringAnswer(answer).object()
    return objects.contains(usual) ? [usual] : objects
  }

  // MARK: The bus

  /// Works on a connection, which is made anew where the last one has ended.
  private func connected<Result>(_ work: (SecretServiceBus) throws(SecretServiceError) -> Result) throws(SecretServiceError) -> Result {
    let bus = if let bus { bus } else { try connect() }
    do throws(SecretServiceError) {
      let result = try work(bus)
      hearChanges()
      return result
    } catch {
      if [.noBus, .tooSlow, .badAnswer].contains(error.code) { hangUp() }
      throw error
    }
  }

  private func connect() throws(SecretServiceError) -> SecretServiceBus {
    let bus = try SecretServiceBus(socket: socket)
    try bus.hear("Completed", of: Self.prompt)
    try bus.hear("CollectionChanged", of: Self.service)
    for signal in ["ItemCreated", "ItemChanged", "ItemDeleted"] { try bus.hear(signal, of: Self.collection) }
    self.bus = bus
    // Of its own, since the source lets go of it later than the connection does.
    let descriptor = dup(try bus.descriptor)
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: executor.queue)
    source.setEventHandler { [weak self] in self?.assumeIsolated { $0.hearChanges() } }
    source.setCancelHandler { close(descriptor) }
    source.activate()
    self.source = source
    return bus
  }

  private func hangUp() {
    source?.cancel()
    (source, bus, session) = (nil, nil, nil)
    for continuation in asked.values { continuation.resume(returning: false) }
    asked = [:]
  }

  /// Looks through what has come unasked.
  private func hearChanges() {
    guard let bus else { return }
    do throws(SecretServiceError) {
      for signal in try bus.takeSignals() {
        switch signal.signal {
        case "Completed":
          guard let continuation = signal.object.flatMap({ asked.removeValue(forKey: $0) }) else { continue }
          continuation.resume(returning: (try? signal.readFlag()) == false)
        case let name? where Self.changes.contains(name): changed?()
        default: break
        }
      }
    } catch { hangUp() }
  }

  private func openSession(_ bus: SecretServiceBus) throws(SecretServiceError) -> (object: String, cipher: SessionCipher) {
    if let session { return session }
    var cipher = try SessionCipher()
    let own = cipher.publicKey
    let answer: BusMessage
    do throws(SecretServiceError) {
      answer = try bus.call("OpenSession", of: Self.service, at: Self.root) { message throws(SecretServiceError) in
        try message.append(text: SessionCipher.algorithm)
        try message.append(variant: own)
      }
    } catch {
      // KWallet without a library for it says that something was wrong with the question.
      throw error.code == .badAnswer ? SecretServiceError(.noEncryption) : error
    }
    let (number, object) = try KeyringAnswer(answer).session()
    try cipher.meet(number)
    let opened = (object, cipher)
    session = opened
    return opened
  }

  private func search(
    _ attributes: [String: String], in collection: String, _ bus: SecretServiceBus
  ) throws(SecretServiceError) -> [String] {
    let answer = try bus.call("SearchItems", of: Self.collection, at: collection) { message throws(SecretServiceError) in
      try message.append(dictionary: attributes)
    }
    return try KeyringAnswer(answer).objects()
  }

  private func items(of collection: String, _ bus: SecretServiceBus) throws(SecretServiceError) -> [String] {
    try property("Items", of: Self.collection, at: collection, bus).objectsOfProperty()
  }

  private func login(at path: String, _ bus: SecretServiceBus) throws(SecretServiceError) -> WebLogin {
    guard path.hasPrefix(Self.root + "/"), path.utf8.count <= Self.longestPath else { throw SecretServiceError(.noLogin) }
    let attributes = try property("Attributes", of: Self.item, at: path, bus).textsOfProperty()
    let label = attributes.isEmpty ? try property("Label", of: Self.item, at: path, bus).textOfProperty() : ""
    // A locked item shows hashes of its attributes, or none.
    guard let login = WebLogin(attributes: attributes, label: label) else {
      throw SecretServiceError(try isLocked(path, of: Self.item, bus) ? .locked : .noLogin)
    }
    return login
  }

  private func property(
    _ name: String, of interface: String, at object: String, _ bus: SecretServiceBus, _ starts: Bool = false
  ) throws(SecretServiceError) -> KeyringAnswer {
    let answer = try bus.call("Get", of: "org.freedesktop.DBus.Properties", at: object, starts: starts) {
      message throws(SecretServiceError) in
      try message.append(text: interface)
      try message.append(text: name)
    }
    return KeyringAnswer(answer)
  }

  /// KeePassXC names an item by its entry's identifier, 32 hexadecimal digits.
  private static func isKeePassXCs(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return name.utf8.count == 32 && name.allSatisfy { $0.isASCII && $0.isHexDigit }
  }
}
