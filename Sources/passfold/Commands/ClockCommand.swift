// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct ClockCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock", abstract: translated("Check whether the clock is accurate enough for one-time codes."),
    discussion: translated(
      """
      Asks chrony, systemd-timesyncd or the kernel; with --site it uses the Date header of a website you name, over https. If you cannot \
      set the clock, --compensate makes Passfold compute codes for the correct time; the vault asks first. This applies until the clock \
      is set or the computer restarts.
      """))

  @Option(help: ArgumentHelp(translated("Ask this site for the time."), valueName: "https://…"))
  var site: String?
  @Flag(help: .translated("Compute codes for the correct time, as measured now."))
  var compensate = false
  @Flag(name: .customLong("stop-compensating"), help: .translated("Compute codes for this computer's time again."))
  var stop = false
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if stop, compensate || site != nil { throw ValidationError(translated("--stop-compensating cannot be combined with other options.")) }
  }

  func run() async throws {
    if stop {
      let state = try await Self.set(nil)
      return StandardOutput.write(output.presenter.compensation(state))
    }
    let keeper = TimeKeeper.find()
    let measured = try site.map { site throws(CommandFailure) in try SiteTime.drift(of: site) }
    if compensate {
      let drift = measured ?? keeper?.offset.map { ClockDrift(span: $0...$0) }
      guard let drift, drift.isCertain, abs(drift.seconds) >= ClockReport.smallest else { throw CommandFailure.nothingToCompensate }
      let state = try await Self.set((drift.seconds * 10).rounded() / 10)
      return StandardOutput.write(output.presenter.compensation(state))
    }
    var state: VaultAnswer.ClockState?
    // A locked or missing vault is no reason to skip the clock.
    if let door = try? await VaultDoor.openIfRunning(), case .clock(let answer)? = try? await door.ask(.clock).answer { state = answer }
    StandardOutput.write(output.presenter.clock(ClockReport(keeper: keeper, drift: measured, state: state)))
  }

  private static func set(_ seconds: Double?) async throws -> VaultAnswer.ClockState {
    let call = VaultCall.compensateClock(VaultCall.ClockCompensation(seconds: seconds))
    guard case .clock(let state) = try await VaultDoor.open().ask(call).answer else { throw CommandFailure.hungUp }
    return state
  }
}
