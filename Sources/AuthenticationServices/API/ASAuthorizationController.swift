// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Performs an app's requests: the person picks one credential that fits any of them.
///
/// The controller stays alive until its delegate has been told. The delegate is called on the main actor, once for each time that
/// requests are performed.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
open class ASAuthorizationController: NSObject {
  /// How requests are performed.
  @available(iOS 16.0, macOS 13.0, visionOS 1.0, *)
  public struct RequestOptions: OptionSet, Sendable {
    /// One bit for each option.
    public let rawValue: UInt

    /// Takes one bit for each option.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// Nothing is shown unless a credential is there already, or for a registration unless this device can make it now.
    public static var preferImmediatelyAvailableCredentials: RequestOptions { RequestOptions(rawValue: 1 << 0) }
  }

  /// What the app would take.
  open private(set) var authorizationRequests: [ASAuthorizationRequest]
  /// Learns how the requests end.
  open weak var delegate: (any ASAuthorizationControllerDelegate)?
  /// Tells which window the requests belong to.
  open weak var presentationContextProvider: (any ASAuthorizationControllerPresentationContextProviding)?
  private let flow = AuthorizationFlow()

  /// Prepares to perform requests together.
  ///
  /// - Parameter authorizationRequests: At least one; several of one kind are all tried.
  public init(authorizationRequests: [ASAuthorizationRequest]) {
    self.authorizationRequests = authorizationRequests
  }

  /// Performs the requests: the person sees a picker.
  open func performRequests() {
    flow.perform(for: self, mode: .modal)
  }

  /// Performs the requests in the way that `options` say.
  @available(iOS 16.0, macOS 13.0, visionOS 1.0, *)
  open func performRequests(options: ASAuthorizationController.RequestOptions = []) {
    flow.perform(for: self, mode: options.contains(.preferImmediatelyAvailableCredentials) ? .immediate : .modal)
  }

  /// Performs the requests when the person comes to a text field that is marked as one for user names.
  @available(iOS 16.0, visionOS 1.0, *)
  open func performAutoFillAssistedRequests() {
    flow.perform(for: self, mode: .autofill)
  }

  /// Gives the running requests up; the delegate learns of it as `canceled`.
  @available(iOS 16.0, macOS 13.0, visionOS 1.0, *)
  open func cancel() {
    flow.cancel()
  }
}
