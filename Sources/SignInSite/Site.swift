// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import GRDB
package import Hummingbird
import Logging
import Mustache
package import OneTimeCodeStorage
import OneTimeCodes
package import WebAuthnRelyingParty
import WebDomains

/// The sign-in site: its tables, its pages and the router.
package struct Site: Sendable {
  let configuration: SiteConfiguration
  let environment: SiteEnvironment
  let database: any DatabaseWriter
  let accounts: Accounts
  let sessions: Sessions
  let devices: KnownDevices
  let guesses: PasswordGuesses
  let tallies: Tallies
  let codes: SecondFactor
  let notices: Notices
  let relyingParty: RelyingParty
  let passkeys: Passkeys
  let decoy: DecoyCredential
  let metadata: MetadataBlob?
  let renderer: PageRenderer
  let files: StaticFiles

  /// Migrates the database and reads templates and static files.
  ///
  /// - Parameter metadata: The FIDO Alliance's metadata on authenticators, used only for the names of passkeys.
  /// - Throws: Also if the configured origin or RP ID is invalid.
  package init(
    configuration: SiteConfiguration, environment: SiteEnvironment, database: any DatabaseWriter, storageKey: OneTimeCodeStorageKey,
    metadata: MetadataBlob? = nil
  ) async throws {
    try SiteDatabase.migrate(database)
    self.configuration = configuration
    self.environment = environment
    self.database = database
    accounts = Accounts(database: database, environment: environment)
    sessions = Sessions(database: database, environment: environment)
    devices = KnownDevices(database: database, environment: environment)
    guesses = PasswordGuesses(database: database, environment: environment)
    let store = try SQLiteOneTimeCodeStore(database: database, key: storageKey)
    let notices = Notices(database: database, environment: environment, logger: Logger(label: "SignInSite"))
    tallies = Tallies(store: store, environment: environment)
    self.notices = notices
    codes = SecondFactor(
      verifier: OneTimeCodeVerifier(
        store: store, clock: OneTimeCodeServerClock(now: environment.now, uptime: environment.uptime),
        handleEvent: { await notices.take($0) }),
      environment: environment)
    relyingParty = RelyingParty(
      id: try RelyingPartyID(configuration.relyingPartyID), name: configuration.name,
      origins: Set(try ([configuration.origin] + configuration.relatedOrigins).map { try Origin(parsing: $0) }))
    passkeys = Passkeys(database: database, environment: environment)
    decoy = try await DecoyCredential(database: database, environment: environment)
    self.metadata = metadata
    let resources = Bundle.module.bundleURL
    renderer = PageRenderer(
      library: try await MustacheLibrary(directory: resources.appending(path: "Templates").path), siteName: configuration.name)
    files = try StaticFiles(folder: resources.appending(path: "Static"))
  }

  /// Returns the router with every route of the site.
  package func router() throws -> Router<SiteContext> {
    let router = Router(context: SiteContext.self)
    router.add(middleware: SecurityHeaders())
    router.add(middleware: ErrorPages(renderer: renderer))
    router.add(middleware: ForgeryMiddleware(origins: Set(relyingParty.origins.map(\.description))))
    files.addRoutes(to: router)
    try WellKnown(configuration: configuration, relyingParty: relyingParty).addRoutes(to: router)
    let pages = router.group().add(middleware: SessionMiddleware(sessions: sessions))
    WelcomePage(site: self).addRoutes(to: pages)
    SignUpPage(site: self).addRoutes(to: pages)
    SignInPages(site: self).addRoutes(to: pages)
    AccountPage(site: self).addRoutes(to: pages)
    CodeSetUpPage(site: self).addRoutes(to: pages)
    FactorChangePages(site: self).addRoutes(to: pages)
    ConfirmPage(site: self).addRoutes(to: pages)
    PasswordPage(site: self).addRoutes(to: pages)
    SessionPages(site: self).addRoutes(to: pages)
    PasskeyPage(site: self).addRoutes(to: pages)
    PasskeyRegistrationRoutes(site: self).addRoutes(to: pages)
    PasskeyAuthenticationRoutes(site: self).addRoutes(to: pages)
    PasskeySignalRoutes(site: self).addRoutes(to: pages)
    return router
  }

  /// Renders a page for this visitor, and clears the message that it showed.
  func page(
    _ template: String, title: String, context: SiteContext, problem: String? = nil, status: HTTPResponse.Status? = nil,
    _ values: [String: any Sendable] = [:]
  ) async throws -> Response {
    let session = try context.requireSession()
    let response = renderer.page(
      template, title: title, status: status ?? (problem == nil ? .ok : .unprocessableContent), session: session, problem: problem, values)
    if session.flash != nil { try await sessions.setFlash(nil, of: session) }
    return response
  }

  /// Moves the visitor to another stage under a new cookie, and redirects to another page.
  func move(
    _ context: SiteContext, to stage: SessionStage, account: Account? = nil, proof: SessionProof = .none, flash: String? = nil, page: String
  ) async throws -> Response {
    let issued = try await sessions.start(
      stage, account: account, proof: proof, flash: flash, replacing: context.session, for: context.visitor)
    var response = Response.redirect(to: page, type: .normal)
    response.setSession(issued.token)
    return response
  }

  /// Signs in to an account under a new cookie. The account knows the device from now on.
  func signIn(
    _ account: Account, proof: SessionProof, flash: String? = nil, _ context: SiteContext, answering response: Response
  ) async throws -> Response {
    let issued = try await sessions.start(
      .signedIn, account: account, proof: proof, flash: flash, replacing: context.session, for: context.visitor)
    var response = response
    response.setSession(issued.token)
    response.setDevice(try await devices.note(token: context.deviceToken, of: account))
    return response
  }

  /// Returns the passkey ceremonies of this visitor's session.
  func challenges(of context: SiteContext, for purpose: CeremonyPurpose) throws -> SessionChallenges {
    SessionChallenges(database: database, environment: environment, session: try context.requireSession(), purpose: purpose)
  }

  /// Returns the signed-in account; if `nil`, the caller redirects the visitor to the sign-in page.
  func signedIn(_ context: SiteContext) throws -> Account? { try context.requireSession().signedIn }
}
