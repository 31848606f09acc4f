// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialProviderHost
import Testing

/// A controller in a common UIKit style: its interface is a child controller whose view fills its own.
private final class EmbeddingProvider: ASCredentialProviderViewController {
  private let content = UIViewController()

  override func viewDidLoad() {
    super.viewDidLoad()
    embed()
  }

  override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
    extensionContext.completeRequest(
      withSelectedCredential: ASPasswordCredential(user: "anne", password: "\(children.count)\(view.subviews.count)"))
  }

  override func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {}

  /// Presents a view that Linux draws, in addition to the child controller.
  override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
    extensionContext.handleRequest { [self] in
      try await extensionContext.present(PresentableMessage(title: "Drawn", message: "here"))
      extensionContext.completeRequest(withSelectedCredential: ASPasswordCredential(user: "anne", password: "drawn"))
    }
  }

  override func prepareOneTimeCodeCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
    content.present(UIViewController(), animated: true) { Issue.record("nothing was presented") }
  }

  private func embed() {
    addChild(content)
    content.view.frame = view.bounds
    content.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    content.view.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(content.view)
    NSLayoutConstraint.activate([
      content.view.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      content.view.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      content.view.topAnchor.constraint(equalTo: view.topAnchor, constant: 8),
      content.view.heightAnchor.constraint(equalToConstant: 100),
    ])
    content.didMove(toParent: self)
  }
}

/// A controller that adds a view once it is on screen, or for a moment before.
private final class LateProvider: ASCredentialProviderViewController {
  private var isLate = false

  override func prepareInterfaceToProvideCredential(for credentialRequest: any ASCredentialRequest) {
    isLate = credentialRequest.credentialIdentity.user == "late"
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    // Some controllers do this to warm up the keyboard.
    let field = UIView()
    view.addSubview(field)
    field.removeFromSuperview()
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    Task {
      guard isLate else {
        return extensionContext.completeRequest(withSelectedCredential: ASPasswordCredential(user: "anne", password: "soon"))
      }
      view.addSubview(UIView())
    }
  }
}

@Suite("An interface that Linux cannot draw", .timeLimit(.minutes(1)))
@MainActor
struct UndrawnInterfaceTests {
  private func request(_ user: String = "anne") -> ASPasswordCredentialRequest {
    let service = ASCredentialServiceIdentifier(identifier: "shop.example", type: .domain)
    return ASPasswordCredentialRequest(
      credentialIdentity: ASPasswordCredentialIdentity(serviceIdentifier: service, user: user, recordIdentifier: "1"))
  }

  @Test("does not keep a controller that embeds another in viewDidLoad from answering a call without an interface")
  func headless() async throws {
    try await ProviderTestHost.run(EmbeddingProvider.self) { host async throws in
      let played = host.provideCredentialWithoutUserInteraction(for: request())
      #expect(try await played.outcome() == .password(user: "anne", password: "11"))
    }
  }

  @Test("ends a request as failed if it consists of a child controller, and the reason names the call")
  func embedded() async throws {
    try await ProviderTestHost.run(EmbeddingProvider.self) { host async throws in
      let played = host.prepareInterfaceToProvideCredential(for: request())
      #expect(try await played.outcome() == .canceled(.failed, reason: "notDrawnOnLinux.addChild"))
    }
  }

  @Test("does no harm next to a view that is drawn")
  func beside() async throws {
    try await ProviderTestHost.run(EmbeddingProvider.self) { host async throws in
      let played = host.prepareCredentialList(for: [])
      try await played.nextView().confirm()
      #expect(try await played.outcome() == .password(user: "anne", password: "drawn"))
    }
  }

  @Test("ends the request as failed if any of the provider's controllers presents another")
  func presenting() async throws {
    try await ProviderTestHost.run(EmbeddingProvider.self) { host async throws in
      let played = host.prepareOneTimeCodeCredentialList(for: [])
      #expect(try await played.outcome() == .canceled(.failed, reason: "notDrawnOnLinux.present"))
    }
  }

  @Test("ends the request if it is added after the interface appeared, but not if it existed only for a moment before")
  func late() async throws {
    try await ProviderTestHost.run(LateProvider.self) { host async throws in
      #expect(
        try await host.prepareInterfaceToProvideCredential(for: request("late")).outcome()
          == .canceled(.failed, reason: "notDrawnOnLinux.addSubview"))
      #expect(
        try await host.prepareInterfaceToProvideCredential(for: request("soon")).outcome() == .password(user: "anne", password: "soon"))
    }
  }

  @Test("keeps UIKit's containment: a view loads once, on first use, and holds the added children and subviews")
  func containment() {
    final class Loading: UIViewController {
      var loads = 0
      override func viewDidLoad() { loads += 1 }
    }
    let (outer, inner) = (Loading(), Loading())
    #expect(!outer.isViewLoaded && outer.viewIfLoaded == nil)
    outer.view.addSubview(inner.view)
    outer.addChild(inner)
    #expect(outer.loads == 1 && inner.loads == 1)
    #expect(outer.children == [inner] && inner.parent === outer && inner.view.superview === outer.view)
    let other = UIViewController()
    other.addChild(inner)
    #expect(outer.children.isEmpty && inner.parent === other)
    inner.removeFromParent()
    inner.view.removeFromSuperview()
    #expect(other.children.isEmpty && inner.parent == nil && outer.view.subviews.isEmpty)
    outer.present(inner, animated: false) { Issue.record("nothing was presented") }
    #expect(outer.presentedViewController == nil)
    var isDone = false
    outer.dismiss(animated: true) { isDone = true }
    #expect(isDone)
  }
}
