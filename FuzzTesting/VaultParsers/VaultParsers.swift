// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The parsers of what the vault keeps on disk and what devices hand each other, each with what has to hold of its input.
///
/// They belong to this package, which alone may use them; the fuzzing package hands inputs in.
public enum VaultParsers {
  /// A property that does not hold.
  struct Broken: Error {
    let property: String

    init(_ property: String) { self.property = property }
  }

  /// Gives an input to a parser of records: behind the first byte lies an envelope where that is even, else the content of one.
  ///
  /// - Parameter plantsFault: Whether something shall be misjudged on purpose.
  /// - Returns: The property that does not hold; nil where all do.
  public static func brokenProperty(ofRecord input: [UInt8], plantsFault: Bool) -> String? {
    broken(by: input) { (parser, rest) throws(Broken) in
      if parser.isMultiple(of: 2) { try checkEnvelope(rest) } else { try checkContent(rest, plantsFault: plantsFault) }
    }
  }

  /// Gives an input to a parser of the files beside the database, or of the membership log; the first byte says which.
  ///
  /// - Parameter plantsFault: Whether something shall be misjudged on purpose.
  /// - Returns: The property that does not hold; nil where all do.
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

  /// Gives an input to a parser of commits: behind the first byte lies a whole commit where that is even, else its header.
  ///
  /// - Parameter plantsFault: Whether something shall be misjudged on purpose.
  /// - Returns: The property that does not hold; nil where all do.
  public static func brokenProperty(ofCommit input: [UInt8], plantsFault: Bool) -> String? {
    broken(by: input) { (parser, rest) throws(Broken) in
      if parser.isMultiple(of: 2) {
        try checkCommit(rest, plantsFault: plantsFault)
      } else {
        try checkHeader(rest, plantsFault: plantsFault)
      }
    }
  }

  /// Gives an input to a parser of an enrolment: a link, a typed code and place, or the content of a message; the first byte says which.
  ///
  /// - Parameter plantsFault: Whether something shall be misjudged on purpose.
  /// - Returns: The property that does not hold; nil where all do.
  public static func brokenProperty(ofEnrolment input: [UInt8], plantsFault: Bool) -> String? {
    broken(by: input) { (parser, rest) throws(Broken) in
      switch parser % 9 {
      case 7: try checkInvitation(rest, plantsFault: plantsFault)
      case 8: try checkTypedCode(rest)
      default: try checkEnrolmentMessage(rest, inSlot: parser % 9)
      }
    }
  }

  /// Gives an input to a reader of what the other side says of files: behind the first byte lies a list of them where that is even, else chunks of one.
  ///
  /// - Parameter plantsFault: Whether something shall be misjudged on purpose.
  /// - Returns: The property that does not hold; nil where all do.
  public static func brokenProperty(ofAnswer input: [UInt8], plantsFault: Bool) -> String? {
    broken(by: input) { (parser, rest) throws(Broken) in
      if parser.isMultiple(of: 2) {
        try checkBlobList(rest, plantsFault: plantsFault)
      } else {
        try checkBlobChunks(rest, plantsFault: plantsFault)
      }
    }
  }

  /// Puts files into a folder and asks for what is in it, as an input says, step by step.
  ///
  /// - Parameter plantsFault: Whether something shall be misjudged on purpose.
  /// - Returns: The property that does not hold; nil where all do.
  public static func brokenProperty(ofFolder input: [UInt8], plantsFault: Bool) -> String? {
    do throws(Broken) {
      try checkFolder(input, plantsFault: plantsFault)
      return nil
    } catch {
      return error.property
    }
  }

  /// Takes an input as entries of a membership log, each behind its length in two bytes, and follows them.
  ///
  /// - Parameter plantsFault: Whether something shall be misjudged on purpose.
  /// - Returns: The property that does not hold; nil where all do.
  public static func brokenProperty(ofLog input: [UInt8], plantsFault: Bool) -> String? {
    broken { () throws(Broken) in try checkGrowth(input, plantsFault: plantsFault) }
  }

  /// Takes an input as three contents of one record, each behind its length in two bytes, and joins them in several orders.
  ///
  /// - Parameter plantsFault: Whether something shall be misjudged on purpose.
  /// - Returns: The property that does not hold; nil where all do.
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

/// Draws the same in every run, so that an input alone decides what happens.
struct Counting: RandomNumberGenerator {
  private var count: UInt64 = 0

  mutating func next() -> UInt64 {
    count &+= 0x9e37_79b9_7f4a_7c15
    return count ^ count >> 29
  }
}
