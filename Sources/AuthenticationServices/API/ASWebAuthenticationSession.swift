// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Signs a person in by a service's page, in the browser that they use, and takes the address that the page ends at.
@available(iOS 12.0, macOS 10.15, visionOS 1.0, *)
open class ASWebAuthenticationSession: NSObject {
  /// Called once, on the main queue, with the address or an error.
  public typealias CompletionHandler = (URL?, (any Error)?) -> Void

  /// What the page's last address looks like.
  @available(iOS 17.4, macOS 14.4, visionOS 1.1, *)
  open class Callback: NSObject {
    private(set) var form = WebCallback.none

    /// Waits for an address with a scheme of the app's own.
    open class func customScheme(_ customScheme: String) -> Self {
      let callback = self.init()
      callback.form = .customScheme(customScheme)
      return callback
    }

    /// Waits for an address on a host that the app is associated with.
    open class func https(host: String, path: String) -> Self {
      let callback = self.init()
      callback.form = .https(host: host, path: path)
      return callback
    }

    /// Makes a callback that no address matches; use one of the two methods.
    public required override init() {
      super.init()
    }

    /// Whether an address is what the session waits for.
    open func matchesURL(_ url: URL) -> Bool {
      form.matches(url)
    }
  }

  /// Tells which window the session belongs to.
  @available(iOS 13.0, macOS 10.15, *)
  open weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
  /// Whether the browser is asked to share nothing with its other pages.
  @available(iOS 13.0, macOS 10.15, *)
  open var prefersEphemeralWebBrowserSession = false
  /// Headers for the first page; no browser takes any from another program, so a session with headers does not start.
  @available(iOS 17.4, macOS 14.4, visionOS 1.1, *)
  open var additionalHeaderFields: [String: String]?
  private let conversation: WebAuthenticationConversation

  /// Prepares a session that ends at an address with a scheme of the app's own.
  public required init(
    url URL: URL, callbackURLScheme: String?, completionHandler: @escaping ASWebAuthenticationSession.CompletionHandler
  ) {
    conversation = WebAuthenticationConversation(page: URL, callback: .init(scheme: callbackURLScheme), completion: completionHandler)
  }

  /// Prepares a session that ends at an address of the form that `callback` has.
  @available(iOS 17.4, macOS 14.4, visionOS 1.1, *)
  public required init(
    url URL: URL, callback: ASWebAuthenticationSession.Callback, completionHandler: @escaping ASWebAuthenticationSession.CompletionHandler
  ) {
    conversation = WebAuthenticationConversation(page: URL, callback: callback.form, completion: completionHandler)
  }

  /// Whether the session has not been started yet and could be.
  @available(iOS 13.4, macOS 10.15.4, *)
  open var canStart: Bool { conversation.canStart && additionalHeaderFields?.isEmpty ?? true }

  /// Opens the page; false when the session was started before or cannot be.
  @discardableResult
  open func start() -> Bool {
    guard canStart else { return false }
    return conversation.start(isEphemeral: prefersEphemeralWebBrowserSession, keeping: self)
  }

  /// Gives the session up; the completion handler learns of it as `canceledLogin`.
  open func cancel() {
    conversation.cancel()
  }
}
