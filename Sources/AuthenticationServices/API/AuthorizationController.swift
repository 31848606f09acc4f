// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Performs an app's requests and waits for the result. On Apple's systems, SwiftUI provides one to views; here, apps create their own.
@available(iOS 16.4, macOS 13.3, visionOS 1.0, *)
@MainActor
@preconcurrency
public struct AuthorizationController: Sendable {
  /// Creates a controller. It has no state, so one can perform any number of requests.
  public nonisolated init() {}

  /// Performs one request. Cancelling the task cancels the request.
  ///
  /// - Throws: ``ASAuthorizationError``.
  public func performRequest(_ request: ASAuthorizationRequest) async throws -> ASAuthorizationResult {
    try await perform([request], mode: .modal)
  }

  /// Performs one request with options. Cancelling the task cancels the request.
  ///
  /// - Throws: ``ASAuthorizationError``.
  public func performRequest(
    _ request: ASAuthorizationRequest, options: ASAuthorizationController.RequestOptions
  ) async throws -> ASAuthorizationResult {
    try await performRequests([request], options: options)
  }

  /// Performs several requests. Cancelling the task cancels them.
  ///
  /// - Throws: ``ASAuthorizationError``.
  public func performRequests(_ requests: [ASAuthorizationRequest]) async throws -> ASAuthorizationResult {
    try await perform(requests, mode: .modal)
  }

  /// Performs several requests with options. Cancelling the task cancels them.
  ///
  /// - Throws: ``ASAuthorizationError``.
  public func performRequests(
    _ requests: [ASAuthorizationRequest], options: ASAuthorizationController.RequestOptions
  ) async throws -> ASAuthorizationResult {
    try await perform(requests, mode: options.contains(.preferImmediatelyAvailableCredentials) ? .immediate : .modal)
  }

  /// Performs one request when the user focuses a text field for user names. Cancelling the task cancels the request.
  ///
  /// - Throws: ``ASAuthorizationError``.
  public func performAutoFillAssistedRequest(_ request: ASAuthorizationRequest) async throws -> ASAuthorizationResult {
    try await perform([request], mode: .autofill)
  }

  /// Performs several requests when the user focuses a text field for user names. Cancelling the task cancels them.
  ///
  /// - Throws: ``ASAuthorizationError``.
  public func performAutoFillAssistedRequests(_ requests: [ASAuthorizationRequest]) async throws -> ASAuthorizationResult {
    try await perform(requests, mode: .autofill)
  }

  private func perform(_ requests: [ASAuthorizationRequest], mode: AuthorizationFlow.Mode) async throws -> ASAuthorizationResult {
    let authorization = try await AuthorizationFlow.outcome(of: requests, mode: mode).get()
    guard let result = ASAuthorizationResult(authorization.credential) else { throw ASAuthorizationError(.invalidResponse) }
    return result
  }
}
