// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Signs the user in on a service's page in their browser, and receives the URL that the page ends at.
@available(iOS 12.0, macOS 10.15, visionOS 1.0, *)
open class ASWebAuthenticationSession: NSObject {
  /// A closure that is called once, on the main queue, with the URL or an error.
  public typealias CompletionHandler = (URL?, (any Error)?) -> Void

  /// The form of the URL that ends the session.
  @available(iOS 17.4, macOS 14.4, visionOS 1.1, *)
  open class Callback: NSObject {
    private(set) var form = WebCallback.none

    /// Creates a callback for URLs with a custom scheme of the app.
    open class func customScheme(_ customScheme: String) -> Self {
      let callback = self.init()
      callback.form = .customScheme(customScheme)
      return callback
    }

    /// Creates a callback for URLs on a host that the app is associated with.
    open class func https(host: String, path: String) -> Self {
      let callback = self.init()
      callback.form = .https(host: host, path: path)
      return callback
    }

    /// Creates a callback that no URL matches. Use one of the two methods instead.
    public required override init() {
      super.init()
    }

    /// Returns whether a URL ends the session.
    open func matchesURL(_ url: URL) -> Bool {
      form.matches(url)
    }
  }

  /// The object that provides the window for the session.
  @available(iOS 13.0, macOS 10.15, *)
  open weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
  /// Whether the browser is asked for a private window.
  @available(iOS 13.0, macOS 10.15, *)
  open var prefersEphemeralWebBrowserSession = false
  /// Headers for the first page. Browsers do not accept headers from other programs, so a session with headers does not start.
  @available(iOS 17.4, macOS 14.4, visionOS 1.1, *)
  open var additionalHeaderFields: [String: String]?
  private let conversation: WebAuthenticationConversation

  /// Creates a session that ends at a URL with a custom scheme of the app.
  public required init(
    url URL: URL, callbackURLScheme: String?, completionHandler: @escaping ASWebAuthenticationSession.CompletionHandler
  ) {
    conversation = WebAuthenticationConversation(page: URL, callback: .init(scheme: callbackURLScheme), completion: completionHandler)
  }

  /// Creates a session that ends at a URL of the form that `callback` defines.
  @available(iOS 17.4, macOS 14.4, visionOS 1.1, *)
  public required init(
    url URL: URL, callback: ASWebAuthenticationSession.Callback, completionHandler: @escaping ASWebAuthenticationSession.CompletionHandler
  ) {
    conversation = WebAuthenticationConversation(page: URL, callback: callback.form, completion: completionHandler)
  }

  /// Whether the session can be started and has not been started yet.
  @available(iOS 13.4, macOS 10.15.4, *)
  open var canStart: Bool { conversation.canStart && additionalHeaderFields?.isEmpty ?? true }

  /// Opens the page. Returns false if the session was already started or cannot be started.
  @discardableResult
  open func start() -> Bool {
    guard canStart else { return false }
    return conversation.start(isEphemeral: prefersEphemeralWebBrowserSession, keeping: self)
  }

  /// Cancels the session. The completion handler receives `canceledLogin`.
  open func cancel() {
    conversation.cancel()
  }
}
