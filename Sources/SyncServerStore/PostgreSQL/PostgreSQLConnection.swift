// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPostgreSQL

/// One connection to PostgreSQL, used by one thread at a time. Statements are prepared once, and sent and answered together.
final class PostgreSQLConnection {
  /// A prepared statement with its parameters.
  struct Call {
    let statement: PostgreSQLStatement
    let values: [PostgreSQLValue]

    init(_ statement: PostgreSQLStatement, _ values: PostgreSQLValue...) {
      self.statement = statement
      self.values = values
    }
  }

  private let handle: OpaquePointer
  private let isPrepared: Bool
  /// Whether a statement that may have changed the database permanently was sent since ``beginWork()``.
  private(set) var mayHaveWritten = false

  /// Connects.
  /// - Parameter prepares: Whether to prepare the store's statements, which needs its tables.
  init(_ address: PostgreSQLAddress, prepares: Bool = true) throws(PostgreSQLFailure) {
    guard let handle = address.connect() else { throw .lost }
    self.handle = handle
    isPrepared = prepares
    guard PQstatus(handle) == CONNECTION_OK else { throw .lost }
    // Acknowledged writes are on disk, whatever the database's default. A node that hangs must not keep accounts locked.
    try execute(
      """
      SET synchronous_commit = on; SET statement_timeout = '30s'; SET lock_timeout = '10s';
      SET idle_in_transaction_session_timeout = '30s'; SET client_min_messages = error;
      SET default_transaction_isolation = 'read committed'
      """)
    guard prepares else { return }
    guard PQenterPipelineMode(handle) == 1 else { throw .lost }
    for statement in PostgreSQLStatement.allCases {
      let types = statement.parameterTypes
      guard PQsendPrepare(handle, statement.rawValue, statement.sql, Int32(types.count), types) == 1 else { throw .lost }
    }
    _ = try answers(PostgreSQLStatement.allCases.count)
  }

  deinit { PQfinish(handle) }

  /// Whether the connection has become unusable.
  var isLost: Bool { PQstatus(handle) != CONNECTION_OK }
  /// The socket to wait for.
  var socket: Int32 { PQsocket(handle) }
  /// The database's process behind the connection.
  var backend: Int32 { PQbackendPID(handle) }

  /// Starts a unit of work, nothing of which was written yet.
  func beginWork() { mayHaveWritten = false }

  /// Ends a unit of work without leaving a transaction open.
  func endWork() {
    guard !isLost, PQtransactionStatus(handle) != PQTRANS_IDLE else { return }
    _ = try? run([Call(.rollBack)])
  }

  /// Sends statements one after another and waits for all replies, in a single round trip.
  /// - Parameter isFinal: Whether they change the database permanently: they end with a COMMIT, or each is its own transaction.
  func run(_ calls: [Call], isFinal: Bool = false) throws(PostgreSQLFailure) -> [PostgreSQLAnswer] {
    for call in calls { try send(call) }
    if isFinal { mayHaveWritten = true }
    return try answers(calls.count)
  }

  /// Sends one statement and waits for its reply.
  func run(_ call: Call, isFinal: Bool = false) throws(PostgreSQLFailure) -> PostgreSQLAnswer {
    guard let answer = try run([call], isFinal: isFinal).first else { throw .damaged }
    return answer
  }

  /// Runs unprepared statements one after another in one transaction; only on a connection without prepared ones.
  @discardableResult
  func execute(_ sql: String) throws(PostgreSQLFailure) -> PostgreSQLAnswer {
    guard let result = PQexec(handle, sql) else { throw .lost }
    defer { PQclear(result) }
    return try read(result)
  }

  /// Fills a table by COPY, on a connection without prepared statements.
  /// - Parameters:
  ///   - table: Its name, and its columns in parentheses.
  ///   - next: Returns the next row as a line in COPY's text format; nil after the last one.
  func copy(into table: String, _ next: () throws -> [UInt8]?) throws {
    guard let begun = PQexec(handle, "COPY \(table) FROM STDIN") else { throw PostgreSQLFailure.lost }
    defer { PQclear(begun) }
    guard PQresultStatus(begun) == PGRES_COPY_IN else {
      _ = try read(begun)
      throw PostgreSQLFailure.damaged
    }
    while let line = try next() {
      let isSent = line.withUnsafeBytes { bytes in
        PQputCopyData(handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
      }
      guard isSent == 1 else { throw PostgreSQLFailure.lost }
    }
    guard PQputCopyEnd(handle, nil) == 1 else { throw PostgreSQLFailure.lost }
    while let result = PQgetResult(handle) {
      defer { PQclear(result) }
      _ = try read(result)
    }
  }

  /// Returns the notifications from other connections since the last call, each with the sender's process and its text.
  /// - Throws: `lost`.
  func notifications() throws(PostgreSQLFailure) -> [(backend: Int32, text: String)] {
    guard PQconsumeInput(handle) == 1 else { throw .lost }
    var found: [(Int32, String)] = []
    while let notification = PQnotifies(handle) {
      found.append((notification.pointee.be_pid, String(cString: notification.pointee.extra)))
      PQfreemem(notification)
    }
    return found
  }

  private func send(_ call: Call) throws(PostgreSQLFailure) {
    var bytes: [UInt8] = []
    var places: [Int?] = []
    var lengths: [Int32] = []
    for value in call.values {
      let encoded = value.encoded
      places.append(encoded == nil ? nil : bytes.count)
      lengths.append(Int32(encoded?.count ?? 0))
      bytes += encoded ?? []
    }
    // Even an empty value needs an address.
    bytes.append(0)
    let formats = [Int32](repeating: 1, count: places.count)
    let isSent = bytes.withUnsafeBytes { buffer in
      let pointers = places.map { place in
        place.flatMap { buffer.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
      }
      return PQsendQueryPrepared(handle, call.statement.rawValue, Int32(places.count), pointers, lengths, formats, 1)
    }
    guard isSent == 1 else { throw .lost }
  }

  /// Reads this many replies, and everything else up to the end; throws the first error afterwards.
  private func answers(_ count: Int) throws(PostgreSQLFailure) -> [PostgreSQLAnswer] {
    guard PQpipelineSync(handle) == 1 else { throw .lost }
    var answers: [PostgreSQLAnswer] = []
    var failure: PostgreSQLFailure?
    while true {
      guard let result = PQgetResult(handle) else {
        // Each statement's reply is followed by a null result. It repeats endlessly only if the connection has ended.
        guard !isLost else { throw .lost }
        continue
      }
      defer { PQclear(result) }
      if PQresultStatus(result) == PGRES_PIPELINE_SYNC { break }
      do throws(PostgreSQLFailure) { answers.append(try read(result)) } catch {
        if error == .lost { throw error }
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    guard answers.count == count else { throw .damaged }
    return answers
  }

  private func read(_ result: OpaquePointer) throws(PostgreSQLFailure) -> PostgreSQLAnswer {
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return PostgreSQLAnswer(result)
    // An earlier statement failed, and reports the error.
    case PGRES_PIPELINE_ABORTED: throw .refused(state: "25P02")
    default:
      let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
      // Classes 08 and 57P mean that the connection, or the server, is shutting down; 25P03 is a session ended for inactivity.
      guard let state, !isLost, !state.hasPrefix("08"), !state.hasPrefix("57P"), state != "25P03" else { throw .lost }
      throw .refused(state: state)
    }
  }
}
