// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The reason why a test with ``ProviderTestHost`` cannot continue.
public struct ProviderTestError: Error, Sendable, Equatable {
  /// The kinds of failure. The set may grow.
  public struct Code: Hashable, Sendable {
    /// A stable name, for the test's output.
    public let name: String

    /// The system provided no socket.
    public static let notStarted = Code(name: "notStarted")
    /// The provider did not act within the time limit.
    public static let timedOut = Code(name: "timedOut")
    /// The request ended, although a view was expected.
    public static let requestEnded = Code(name: "requestEnded")
    /// The view has no such row, or cannot be answered in this way.
    public static let notInView = Code(name: "notInView")
  }

  /// The kind of failure.
  public let code: Code

  /// Creates an error.
  public init(_ code: Code) {
    self.code = code
  }
}
