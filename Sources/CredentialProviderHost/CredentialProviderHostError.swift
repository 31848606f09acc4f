// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The reason why a provider cannot run or cannot show something.
public struct CredentialProviderHostError: Error, Sendable, Equatable {
  /// The kinds of failure. The set may grow.
  public struct Code: Hashable, Sendable {
    /// A stable name, for logs and tests.
    public let name: String

    /// The process has no connection to a broker, because no broker started it.
    public static let notStartedByBroker = Code(name: "notStartedByBroker")
    /// There is no readable `Info.plist` next to the executable.
    public static let bundleUnreadable = Code(name: "bundleUnreadable")
    /// `NSExtensionPrincipalClass` is missing, or does not name a provider's view controller class.
    public static let noPrincipalClass = Code(name: "noPrincipalClass")
    /// The provider's folder cannot be named or created.
    public static let folderUnusable = Code(name: "folderUnusable")
    /// A file could not be replaced.
    public static let fileNotReplaced = Code(name: "fileNotReplaced")
    /// The request has ended, so nothing can be shown for it.
    public static let requestEnded = Code(name: "requestEnded")
    /// The request is a call without an interface, so nothing can be shown for it.
    public static let noInterface = Code(name: "noInterface")
    /// The task that showed the view was cancelled.
    public static let taskCanceled = Code(name: "taskCanceled")
  }

  /// The kind of failure.
  public let code: Code
  /// The subject of the error: the path of a bundle or file, or the name of a class; nil if the code says everything.
  public let subject: String?

  /// Creates an error.
  public init(_ code: Code, subject: String? = nil) {
    self.code = code
    self.subject = subject
  }

  /// Errors with the same code are equal, whatever their subject.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}

extension CredentialProviderHostError: CustomStringConvertible {
  /// The code and subject in one line, as written by a provider that ends with the error and shown by the doctor.
  public var description: String { subject.map { "\(code.name): \($0)" } ?? code.name }
}
