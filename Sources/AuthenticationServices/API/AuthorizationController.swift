// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Performs an app's requests and waits for their outcome. SwiftUI hands one to views on Apple's systems; here an app makes its own.
@available(iOS 16.4, macOS 13.3, visionOS 1.0, *)
@MainActor
@preconcurrency
public struct AuthorizationController: Sendable {
  /// Makes a controller; it has no state, so one can perform any number of requests.
  public nonisolated init() {}

  /// Performs one request; cancelling the task gives it up.
  ///
  /// - Throws: ``ASAuthorizationError``.
  public func performRequest(_ request: ASAuthorizationRequest) async throws -> ASAuthorizationResult {
    try await perform([request], mode: .modal)
  }

  /// Performs one request in the way that `options` say; cancelling the task gives it up.
  ///
  /// - Throws: ``ASAuthorizationError``.
  public func performRequest(
    _ request: ASAuthorizationRequest, options: ASAuthorizationController.RequestOptions
  ) async throws -> ASAuthorizationResult {
    try await performRequests([request], options: options)
  }

  /// Performs requests together; cancelling the task gives them up.
  ///
  /// - Throws: ``ASAuthorizationError``.
  public func performRequests(_ requests: [ASAuthorizationRequest]) async throws -> ASAuthorizationResult {
    try await perform(requests, mode: .modal)
  }

  /// Performs requests together in the way that `options` say; cancelling the task gives them up.
  ///
  /// - Throws: ``ASAuthorizationError``.
  public func performRequests(
    _ requests: [ASAuthorizationRequest], options: ASAuthorizationController.RequestOptions
  ) async throws -> ASAuthorizationResult {
    try await perform(requests, mode: options.contains(.preferImmediatelyAvailableCredentials) ? .immediate : .modal)
  }

  /// Performs one request when the person comes to a text field for user names; cancelling the task gives it up.
  ///
  /// - Throws: ``ASAuthorizationError``.
  public func performAutoFillAssistedRequest(_ request: ASAuthorizationRequest) async throws -> ASAuthorizationResult {
    try await perform([request], mode: .autofill)
  }

  /// Performs requests when the person comes to a text field for user names; cancelling the task gives them up.
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
