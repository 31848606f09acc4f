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
      Without a certificate, run it behind a web server that terminates TLS. Then also pass --behind-proxy, so that requests are counted \
      by the addresses that the web server saw.

      Any number of servers can share a PostgreSQL database, on one machine or several. Put its password into the file that PGPASSFILE \
      names, or into the service that PGSERVICE names; never into the arguments, which everyone on the machine can read.

      Examples:
        passfold-sync-server serve --database /var/lib/passfold-sync/sync.sqlite --origin https://sync.example --behind-proxy
        passfold-sync-server serve --database sync.sqlite --origin https://sync.example --listen 0.0.0.0:443 \\
          --certificate chain.pem --key key.pem
        PGSERVICE=sync passfold-sync-server serve --database postgresql:// --origin https://sync.example --behind-proxy
      """)

  @Option(help: "Address and port to listen on; port 0 uses a free port, which is printed.") var listen = "127.0.0.1:8787"
  @Option(help: ServerDatabase.help, completion: .file()) var database: ServerDatabase
  @Option(help: "Origin that devices use to reach the server; their logins are valid only for this origin.") var origin: String
  @Option(help: "Certificate chain, PEM, leaf first.", completion: .file()) var certificate: String?
  @Option(help: "Private key of the certificate, PEM.", completion: .file()) var key: String?
  @Flag(help: "Count requests by the last address in X-Forwarded-For, which the web server in front adds.") var behindProxy = false
  @Option(help: "Maximum number of simultaneous device connections.") var connections = 8_192
  @Option(help: "Maximum number of simultaneous connections from one network (default: an eighth of all); not applied with --behind-proxy.")
  var networkConnections: Int?
  @Option(help: "Number of connections that write to PostgreSQL; three more read and listen.") var writers = 8
  @Option(help: "Address and port of a separate listener for GET /metrics (default: none).") var metrics: String?
  @Flag(help: "Require an invite for new accounts; `passfold-sync-server invite` creates one.") var byInvite = false
  @Option(help: "Multiply the usual request limits by this number.") var rates = 1

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
