// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What keeps a test with ``ProviderTestHost`` from going on.
public struct ProviderTestError: Error, Sendable, Equatable {
  /// The kinds of failure; the set may grow.
  public struct Code: Hashable, Sendable {
    /// A stable name, for the test's output.
    public let name: String

    /// The system gave no socket.
    public static let notStarted = Code(name: "notStarted")
    /// The provider did nothing within the time allowed.
    public static let timedOut = Code(name: "timedOut")
    /// The request ended where a view was expected.
    public static let requestEnded = Code(name: "requestEnded")
    /// The view has no such row, or cannot be answered so.
    public static let notInView = Code(name: "notInView")
  }

  /// What went wrong.
  public let code: Code

  /// Makes an error.
  public init(_ code: Code) {
    self.code = code
  }
}
