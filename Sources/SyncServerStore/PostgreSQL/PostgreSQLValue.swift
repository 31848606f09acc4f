// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPostgreSQL
import CredentialCryptography
import FoundationEssentials

/// A parameter as sent: bytes as they are, numbers as eight bytes.
enum PostgreSQLValue {
  case bytes([UInt8])
  case integer(Int64)
  case null

  static func counter(_ number: UInt64) -> PostgreSQLValue { .integer(number.stored) }
  static func time(_ date: Date) -> PostgreSQLValue { .integer(date.milliseconds) }
  static func name<Subject>(_ identifier: Identifier<Subject>) -> PostgreSQLValue { .bytes(identifier.bytes) }

  var encoded: [UInt8]? {
    switch self {
    case .bytes(let bytes): bytes
    case .integer(let number): (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    case .null: nil
    }
  }
}

/// The reply to one statement, in PostgreSQL's binary form.
struct PostgreSQLAnswer {
  let rows: [PostgreSQLRow]
  /// The number of rows inserted, changed, deleted or read.
  let count: Int

  init(_ result: OpaquePointer) {
    let columns = PQnfields(result)
    rows = (0..<PQntuples(result)).map { row in
      PostgreSQLRow(
        columns: (0..<columns).map { column in
          guard PQgetisnull(result, row, column) == 0, let value = PQgetvalue(result, row, column) else { return nil }
          return Array(UnsafeRawBufferPointer(start: value, count: Int(PQgetlength(result, row, column))))
        })
    }
    count = PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
  }
}

/// A row, whose columns are read by position.
struct PostgreSQLRow {
  let columns: [[UInt8]?]

  /// Returns a column's bytes; nil for NULL.
  func optionalBytes(_ column: Int) -> [UInt8]? { columns.indices.contains(column) ? columns[column] : nil }

  func bytes(_ column: Int) throws(PostgreSQLFailure) -> [UInt8] {
    guard let bytes = optionalBytes(column) else { throw .damaged }
    return bytes
  }

  /// Returns a number of one, two, four or eight bytes, most significant first; a boolean has one.
  func optionalInteger(_ column: Int) throws(PostgreSQLFailure) -> Int64? {
    guard let bytes = optionalBytes(column) else { return nil }
    guard [1, 2, 4, 8].contains(bytes.count), let first = bytes.first else { throw .damaged }
    return bytes.reduce(first & 0x80 == 0 || bytes.count == 1 ? 0 : -1) { $0 << 8 | Int64($1) }
  }

  func integer(_ column: Int) throws(PostgreSQLFailure) -> Int64 {
    guard let number = try optionalInteger(column) else { throw .damaged }
    return number
  }

  func counter(_ column: Int) throws(PostgreSQLFailure) -> UInt64 { UInt64(stored: try integer(column)) }

  func small<Number: FixedWidthInteger>(_ column: Int) throws(PostgreSQLFailure) -> Number {
    guard let number = Number(exactly: try integer(column)) else { throw .damaged }
    return number
  }

  func identifier<Subject>(_ column: Int) throws(PostgreSQLFailure) -> Identifier<Subject> {
    guard let identifier = Identifier<Subject>(try bytes(column)) else { throw .damaged }
    return identifier
  }
}
