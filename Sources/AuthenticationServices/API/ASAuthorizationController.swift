// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Performs an app's requests: the user picks one credential that satisfies any of them.
///
/// The controller stays alive until its delegate has been called. The delegate is called on the main actor, once each time the requests are
/// performed.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
open class ASAuthorizationController: NSObject {
  /// The options for performing requests.
  @available(iOS 16.0, macOS 13.0, visionOS 1.0, *)
  public struct RequestOptions: OptionSet, Sendable {
    /// The options, one bit each.
    public let rawValue: UInt

    /// Creates options from their bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// Shows nothing unless a credential is already available or, for a registration, this device can create one immediately.
    public static var preferImmediatelyAvailableCredentials: RequestOptions { RequestOptions(rawValue: 1 << 0) }
  }

  /// The requests, any of which may be satisfied.
  open private(set) var authorizationRequests: [ASAuthorizationRequest]
  /// The delegate that receives the result.
  open weak var delegate: (any ASAuthorizationControllerDelegate)?
  /// The object that provides the window for the requests.
  open weak var presentationContextProvider: (any ASAuthorizationControllerPresentationContextProviding)?
  private let flow = AuthorizationFlow()

  /// Creates a controller for several requests.
  ///
  /// - Parameter authorizationRequests: At least one request. Several requests of the same kind are all tried.
  public init(authorizationRequests: [ASAuthorizationRequest]) {
    self.authorizationRequests = authorizationRequests
  }

  /// Performs the requests with a picker for the user.
  open func performRequests() {
    flow.perform(for: self, mode: .modal)
  }

  /// Performs the requests with options.
  @available(iOS 16.0, macOS 13.0, visionOS 1.0, *)
  open func performRequests(options: ASAuthorizationController.RequestOptions = []) {
    flow.perform(for: self, mode: options.contains(.preferImmediatelyAvailableCredentials) ? .immediate : .modal)
  }

  /// Performs the requests when the user focuses a text field marked as a user name field.
  @available(iOS 16.0, visionOS 1.0, *)
  open func performAutoFillAssistedRequests() {
    flow.perform(for: self, mode: .autofill)
  }

  /// Cancels the running requests. The delegate receives `canceled`.
  @available(iOS 16.0, macOS 13.0, visionOS 1.0, *)
  open func cancel() {
    flow.cancel()
  }
}
