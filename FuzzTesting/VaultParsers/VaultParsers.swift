// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The parsers of the vault's files and of messages between devices, each with the properties that must hold for its input.
///
/// They are part of the main package, because only that package can use them; the fuzzing package supplies the inputs.
public enum VaultParsers {
  /// A property that does not hold.
  struct Broken: Error {
    let property: String

    init(_ property: String) { self.property = property }
  }

  /// Gives an input to a parser of records: if the first byte is even, an envelope follows it, and otherwise the content of one.
  ///
  /// - Parameter plantsFault: Whether to misjudge something deliberately.
  /// - Returns: The property that does not hold, or nil if all hold.
  public static func brokenProperty(ofRecord input: [UInt8], plantsFault: Bool) -> String? {
    broken(by: input) { (parser, rest) throws(Broken) in
      if parser.isMultiple(of: 2) { try checkEnvelope(rest) } else { try checkContent(rest, plantsFault: plantsFault) }
    }
  }

  /// Gives an input to a parser of the files next to the database, or of the membership log. The first byte selects which.
  ///
  /// - Parameter plantsFault: Whether to misjudge something deliberately.
  /// - Returns: The property that does not hold, or nil if all hold.
  public static func brokenProperty(ofFile input: [UInt8], plantsFault: Bool) -> String? {
    broken(by: input) { (parser, rest) throws(Broken) in
      switch parser % 10 {
      case 0: try checkLog(rest)
      case 1: try checkKeyFile(rest)
      case 2: try checkPIN(rest)
      case 3: try checkIndex(rest, plantsFault: plantsFault)
      case 4: try checkJournal(rest)
      case 5: try checkSealedIndex(rest)
      case 6: checkSealedFiles(rest)
      case 7: try checkWitness(rest)
      case 8: checkCopy(rest)
      default: try checkReports(rest)
      }
    }
  }

  /// Gives an input to a parser of commits: if the first byte is even, a whole commit follows it, and otherwise its header.
  ///
  /// - Parameter plantsFault: Whether to misjudge something deliberately.
  /// - Returns: The property that does not hold, or nil if all hold.
  public static func brokenProperty(ofCommit input: [UInt8], plantsFault: Bool) -> String? {
    broken(by: input) { (parser, rest) throws(Broken) in
      if parser.isMultiple(of: 2) {
        try checkCommit(rest, plantsFault: plantsFault)
      } else {
        try checkHeader(rest, plantsFault: plantsFault)
      }
    }
  }

  /// Gives an input to a parser of an enrolment: a link, a typed code and place, or the content of a message. The first byte selects which.
  ///
  /// - Parameter plantsFault: Whether to misjudge something deliberately.
  /// - Returns: The property that does not hold, or nil if all hold.
  public static func brokenProperty(ofEnrolment input: [UInt8], plantsFault: Bool) -> String? {
    broken(by: input) { (parser, rest) throws(Broken) in
      switch parser % 9 {
      case 7: try checkInvitation(rest, plantsFault: plantsFault)
      case 8: try checkTypedCode(rest)
      default: try checkEnrolmentMessage(rest, inSlot: parser % 9)
      }
    }
  }

  /// Gives an input to a reader of the other side's answers about files: if the first byte is even, a list of files follows it, and
  /// otherwise chunks of one.
  ///
  /// - Parameter plantsFault: Whether to misjudge something deliberately.
  /// - Returns: The property that does not hold, or nil if all hold.
  public static func brokenProperty(ofAnswer input: [UInt8], plantsFault: Bool) -> String? {
    broken(by: input) { (parser, rest) throws(Broken) in
      if parser.isMultiple(of: 2) {
        try checkBlobList(rest, plantsFault: plantsFault)
      } else {
        try checkBlobChunks(rest, plantsFault: plantsFault)
      }
    }
  }

  /// Puts files into a folder and requests its content, step by step as the input says.
  ///
  /// - Parameter plantsFault: Whether to misjudge something deliberately.
  /// - Returns: The property that does not hold, or nil if all hold.
  public static func brokenProperty(ofFolder input: [UInt8], plantsFault: Bool) -> String? {
    do throws(Broken) {
      try checkFolder(input, plantsFault: plantsFault)
      return nil
    } catch {
      return error.property
    }
  }

  /// Reads an input as entries of a membership log, each preceded by its length in two bytes, and follows them.
  ///
  /// - Parameter plantsFault: Whether to misjudge something deliberately.
  /// - Returns: The property that does not hold, or nil if all hold.
  public static func brokenProperty(ofLog input: [UInt8], plantsFault: Bool) -> String? {
    broken { () throws(Broken) in try checkGrowth(input, plantsFault: plantsFault) }
  }

  /// Reads an input as three contents of one record, each preceded by its length in two bytes, and joins them in several orders.
  ///
  /// - Parameter plantsFault: Whether to misjudge something deliberately.
  /// - Returns: The property that does not hold, or nil if all hold.
  public static func brokenProperty(ofMerge input: [UInt8], plantsFault: Bool) -> String? {
    broken { () throws(Broken) in try checkMerge(input, plantsFault: plantsFault) }
  }

  private static func broken(by input: [UInt8], _ check: (UInt8, [UInt8]) throws(Broken) -> Void) -> String? {
    guard let parser = input.first else { return nil }
    return broken { () throws(Broken) in try check(parser, Array(input.dropFirst())) }
  }

  private static func broken(_ check: () throws(Broken) -> Void) -> String? {
    do throws(Broken) {
      try check()
      return nil
    } catch {
      return error.property
    }
  }

  static func require(_ holds: Bool, _ property: String) throws(Broken) {
    if !holds { throw Broken(property) }
  }
}

/// Draws the same numbers in every run, so that the input alone determines what happens.
struct Counting: RandomNumberGenerator {
  private var count: UInt64 = 0

  mutating func next() -> UInt64 {
    count &+= 0x9e37_79b9_7f4a_7c15
    return count ^ count >> 29
  }
}
