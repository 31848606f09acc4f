// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Dispatch
import FoundationEssentials
import Glibc
import Hummingbird
import HummingbirdCore
import Logging
import SyncServer
import SyncServerStore

/// `serve`: answers devices until it is stopped.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serves accounts over HTTP, or HTTPS with a certificate, until SIGTERM.",
    discussion: """
      Without a certificate it belongs behind a web server that ends TLS; then also say --behind-proxy, so that requests are counted by \
      the addresses that the web server saw.

      Before a PostgreSQL database any number of servers may run, on one machine or many. A password for it stands in the file that \
      PGPASSFILE names, or in the service that PGSERVICE names; never among the arguments, which everybody on the machine can read.

      Examples:
        passfold-sync-server serve --database /var/lib/passfold-sync/sync.sqlite --origin https://sync.example --behind-proxy
        passfold-sync-server serve --database sync.sqlite --origin https://sync.example --listen 0.0.0.0:443 \\
          --certificate chain.pem --key key.pem
        PGSERVICE=sync passfold-sync-server serve --database postgresql:// --origin https://sync.example --behind-proxy
      """)

  @Option(help: "Address and port to listen on; port 0 takes a free one, which is printed.") var listen = "127.0.0.1:8787"
  @Option(help: ServerDatabase.help, completion: .file()) var database: ServerDatabase
  @Option(help: "Origin that devices reach the server by; their logins are valid for it alone.") var origin: String
  @Option(help: "Certificate chain, PEM, leaf first.", completion: .file()) var certificate: String?
  @Option(help: "Private key of the certificate, PEM.", completion: .file()) var key: String?
  @Flag(help: "Count requests by the last address in X-Forwarded-For, which the web server before this one adds.") var behindProxy = false
  @Option(help: "Connections of devices at a time.") var connections = 8_192
  @Option(help: "Connections of one network at a time; else an eighth of all. Behind a web server they are its own, and not counted.")
  var networkConnections: Int?
  @Option(help: "Connections that write to PostgreSQL; three more read and listen.") var writers = 8
  @Option(help: "Address and port of a listener of its own for GET /metrics; without it there is none.") var metrics: String?
  @Flag(help: "Take new accounts by an invite alone, which `passfold-sync-server invite` makes.") var byInvite = false
  @Option(help: "Let so many times the usual number of requests through.") var rates = 1

  func validate() throws {
    guard ListenAddress(listen) != nil else {
      throw ValidationError("--listen: \(listen) is not an address and port such as 127.0.0.1:8787")
    }
    guard ServerOrigin.isOrigin(origin) else {
      throw ValidationError("--origin: \(origin) is not an origin such as https://sync.example, in lower case and without a path")
    }
    guard (certificate == nil) == (key == nil) else { throw ValidationError("--certificate and --key need each other") }
    guard metrics.map({ ListenAddress($0) != nil }) ?? true else {
      throw ValidationError("--metrics: \(metrics ?? "") is not an address and port such as 127.0.0.1:9464")
    }
    guard (1...256).contains(writers) else { throw ValidationError("--writers: 1 to 256") }
    guard (1...1_000_000).contains(rates) else { throw ValidationError("--rates: 1 to 1000000") }
    guard connections > 0, networkConnections ?? 1 > 0 else { throw ValidationError("--connections, --network-connections: one at least") }
  }

  func run() async throws {
    guard let address = ListenAddress(listen) else { return }
    // Only the server's user may read its data, even though it is encrypted.
    umask(0o077)
    let store = try database.open(connections: writers)
    var configuration = ServerConfiguration(origin: origin)
    configuration.isByInvite = byInvite
    configuration.multiplyRates(by: rates)
    let server: SyncServer
    do throws(SyncServerError) {
      server = try await SyncServer(store: store, configuration: configuration, environment: .live)
    } catch {
      throw ProgramFailure("cannot use \(database.name)")
    }
    var logger = Logger(label: "passfold-sync-server")
    logger.logLevel = .notice
    let routes = SyncRoutes(server: server, isBehindProxy: behindProxy, logger: logger)
    let networks = behindProxy ? nil : NetworkConnections(most: networkConnections ?? NetworkConnections.part(of: connections))
    var application = Application(
      router: routes.router(), server: try SyncListener.builder(certificate: certificate, key: key, networks: networks),
      configuration: ApplicationConfiguration(
        address: .hostname(address.host, port: address.port),
        availableConnectionsDelegate: MaximumAvailableConnections(connections)),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? address.port
        print("listening on port \(port) for \(origin)")
        fflush(nil)
      },
      logger: logger)
    if let metrics = metrics.flatMap(ListenAddress.init) { application.addServices(self.application(routes, at: metrics, logger)) }
    let service = application
    let stop = stopping(server)
    defer { stop.cancel() }
    let tidying = logger
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await service.runService() }
      group.addTask { await Self.keepTidy(server, tidying) }
      group.addTask { await Self.hearOthers(server) }
      try await group.next()
      group.cancelAll()
    }
  }

  /// Ends waits for changes when the server stops. They can last up to a minute, and Hummingbird then ends the connections.
  private func stopping(_ server: SyncServer) -> any DispatchSourceSignal {
    let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
    source.setEventHandler { server.endWaits() }
    source.resume()
    return source
  }

  /// Creates the operator's page, separate from everything that devices can reach.
  private func application(_ routes: SyncRoutes, at address: ListenAddress, _ logger: Logger) -> some ApplicationProtocol {
    Application(
      router: routes.metricsRouter(), configuration: ApplicationConfiguration(address: .hostname(address.host, port: address.port)),
      onServerRunning: { channel in
        print("metrics on port \(channel.localAddress?.port ?? address.port)")
        fflush(nil)
      }, logger: logger)
  }

  private static func hearOthers(_ server: SyncServer) async {
    await server.hearOthers()
    // SQLite has no other servers, but the group would end with its first task.
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
  }

  private static func keepTidy(_ server: SyncServer, _ logger: Logger) async {
    while !Task.isCancelled {
      do throws(SyncServerError) { try await server.prune() } catch {
        logger.error("cannot prune the database", metadata: ["code": "\(error.code)"])
      }
      try? await Task.sleep(for: .seconds(3600))
    }
  }
}
