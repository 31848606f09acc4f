// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What keeps a provider from running or from showing something.
public struct CredentialProviderHostError: Error, Sendable, Equatable {
  /// The kinds of failure; the set may grow.
  public struct Code: Hashable, Sendable {
    /// A stable name, for logs and tests.
    public let name: String

    /// The process has no connection to a broker: it was not started by one.
    public static let notStartedByBroker = Code(name: "notStartedByBroker")
    /// There is no readable `Info.plist` beside the executable.
    public static let bundleUnreadable = Code(name: "bundleUnreadable")
    /// `NSExtensionPrincipalClass` is missing, or names no class that is a provider's view controller.
    public static let noPrincipalClass = Code(name: "noPrincipalClass")
    /// The provider's folder cannot be named or made.
    public static let folderUnusable = Code(name: "folderUnusable")
    /// The request is over, so nothing can be shown for it.
    public static let requestEnded = Code(name: "requestEnded")
    /// The request is a call without an interface, so nothing can be shown for it.
    public static let noInterface = Code(name: "noInterface")
    /// The task that showed the view was cancelled.
    public static let taskCanceled = Code(name: "taskCanceled")
  }

  /// What went wrong.
  public let code: Code
  /// What it is about: the path of a bundle, the name of a class; nil where the code says everything.
  public let subject: String?

  /// Makes an error.
  public init(_ code: Code, subject: String? = nil) {
    self.code = code
    self.subject = subject
  }

  /// Errors of one kind are equal, whatever they are about.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}

extension CredentialProviderHostError: CustomStringConvertible {
  /// Code and subject in one line, as a provider that ends with the error writes them, and the doctor tells them.
  public var description: String { subject.map { "\(code.name): \($0)" } ?? code.name }
}
