// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import PresentedViews
import Testing
import VaultProtocol

@Suite("The device list in settings")
struct DeviceSettingsTests {
  private static let desk = VaultAnswer.Device(
    number: "aaaaaaaa00000000", name: "desk", isThis: true, lastSeen: nil, isSilent: false)
  private static let laptop = VaultAnswer.Device(
    number: "bbbbbbbb00000000", name: "laptop", isThis: false, lastSeen: 1_800_000_000, isSilent: true)
  private static let list = VaultAnswer.DeviceList(
    devices: [desk, laptop], words: ["ripple", "page", "wicker", "example", "celery", "lane"], place: "https://sync.example")

  /// Settings that show the devices.
  private func shown() -> DeviceSettings {
    var settings = DeviceSettings()
    settings.hear(.syncStatus(.init(state: .current)), to: .look)
    let isAsked = settings.ask(.list)
    #expect(isAsked)
    settings.hear(.devices(Self.list), to: .list)
    return settings
  }

  @Test("is shown once the vault has sent it, and hidden if the vault is locked, no longer synchronises or does not answer")
  func listing() {
    var settings = shown()
    #expect(settings.list == Self.list && settings.asked == nil && settings.notice == nil)
    settings.hear(.deviceRenamed(Self.laptop), to: .rename(.init(device: Self.laptop.number, name: "laptop")))
    #expect(settings.notice != nil)
    for answer in [VaultAnswer.syncStatus(.init(state: .locked)), .syncStatus(.init(state: .off)), .failure(.init(.unexpected)), nil] {
      var settings = settings
      settings.hear(answer, to: .look)
      #expect(settings.list == nil && settings.notice == nil)
    }
    var other = settings
    other.hear(.syncStatus(.init(state: .waiting, pending: 2)), to: .look)
    #expect(other.list?.devices == Self.list.devices && other.status?.pending == 2)
  }

  @Test("allows one question at a time that waits for the user, and status queries at any time")
  func turns() {
    var settings = shown()
    let renaming = DeviceSettings.Question.rename(.init(device: Self.laptop.number, name: "kitchen"))
    let isAsked = [renaming, .list, .look].map { settings.ask($0) }
    #expect(isAsked == [true, false, true])
    #expect(settings.asked == renaming)
  }

  @Test("shows the new status after a retry, and keeps everything on screen if the retry fails")
  func retrying() {
    var settings = shown()
    settings.hear(.syncStatus(.init(state: .waiting, pending: 2)), to: .look)
    let isAsked = settings.ask(.exchange)
    #expect(isAsked && settings.asked == .exchange && VaultCall.syncStep(.init(.exchange)) == DeviceSettings.Question.exchange.call)
    var failed = settings
    failed.hear(.failure(.init(.syncFailed)), to: .exchange)
    #expect(failed.asked == nil && failed.notice == nil && failed.status?.state == .waiting && failed.list == Self.list)
    settings.hear(.syncStatus(.init(state: .current)), to: .exchange)
    #expect(settings.asked == nil && settings.status?.state == .current && settings.list == Self.list)
  }

  @Test("shows a renamed device under its new name and keeps the others")
  func renaming() {
    var settings = shown()
    let question = DeviceSettings.Question.rename(.init(device: Self.laptop.number, name: "kitchen"))
    _ = settings.ask(question)
    var renamed = Self.laptop
    renamed.name = "kitchen"
    settings.hear(.deviceRenamed(renamed), to: question)
    #expect(settings.list?.devices == [Self.desk, renamed])
    #expect(settings.list?.words == [], "words from before the change are not shown for comparison")
    #expect(settings.notice == "Device bbbbbbbb is now called kitchen.")
  }

  @Test("shows an offer until a device joined, the offer failed or it was withdrawn, and ignores a later answer")
  func offering() {
    let offer = VaultAnswer.DeviceOffer(place: "https://sync.example", seconds: 300)
    func offered() -> DeviceSettings {
      var settings = shown()
      let isAsked = settings.ask(.offer)
      settings.hear(.deviceOffer(offer), to: .offer)
      #expect(isAsked && settings.offer == offer && settings.asked == nil)
      let isWaiting = settings.ask(.admit)
      #expect(isWaiting && settings.offer == offer)
      return settings
    }
    var settings = offered()
    let kitchen = VaultAnswer.Device(number: "cccccccc00000000", name: "kitchen", isThis: false, lastSeen: nil, isSilent: false)
    settings.hear(.deviceAdmitted(kitchen), to: .admit)
    #expect(settings.offer == nil && settings.asked == nil && settings.notice == "kitchen is now part of your account.")
    #expect(settings.list?.devices == [Self.desk, Self.laptop, kitchen])

    settings = offered()
    settings.hear(.failure(.init(.enrolmentFailed)), to: .admit)
    #expect(
      settings.offer == nil && settings.notice == "The digits were wrong, or joining was cancelled on the new device. No device was added.")

    settings = offered()
    settings.withdraw()
    #expect(settings.offer == nil && settings.asked == nil && settings.notice == "No device was added.")
    settings.hear(nil, to: .admit)
    #expect(settings.notice == "No device was added.")

    settings = shown()
    _ = settings.ask(.offer)
    settings.hear(.failure(.init(.wrongPassphrase)), to: .offer)
    #expect(settings.offer == nil && settings.notice == "The passphrase was wrong. No device was added.")
  }

  @Test("drops a removed device, and shows the entries that it knew until the next question or lock")
  func removing() {
    func removed() -> DeviceSettings {
      var settings = shown()
      let question = DeviceSettings.Question.remove(Self.laptop.number)
      _ = settings.ask(question)
      settings.hear(.deviceRemoved(.init(device: Self.laptop, known: [], total: 3)), to: question)
      return settings
    }
    var settings = removed()
    #expect(settings.list?.devices == [Self.desk] && settings.removed?.total == 3)
    #expect(settings.notice == "laptop was removed and cannot open anything written from now on.")
    _ = settings.ask(.list)
    #expect(settings.removed == nil)
    settings = removed()
    settings.hear(.syncStatus(.init(state: .locked)), to: .look)
    #expect(settings.removed == nil && settings.notice == nil)
  }

  @Test("asks questions with a passphrase or a secret directly at the vault, and the others through the broker")
  func doors() {
    let direct: [DeviceSettings.Question] = [
      .offer, .admit, .remove("aa"), .synchronise(.init(place: "/srv/carried")), .resume, .accept, .leave,
    ]
    let carried: [DeviceSettings.Question] = [.look, .list, .rename(.init(device: "aa", name: "kitchen"))]
    #expect(direct.allSatisfy(\.isAskedAtVault) && !carried.contains(where: \.isAskedAtVault))
    #expect(DeviceSettings.Question.remove("aa").call == .removeDevice(.init(device: "aa")))
  }

  @Test("shows the progress of the first synchronisation and what comes next")
  func beginning() {
    var settings = DeviceSettings()
    settings.hear(.syncStatus(.init(state: .off)), to: .look)
    let place = VaultCall.SyncPlace(place: "https://sync.example", invitation: "00ff")
    let question = DeviceSettings.Question.synchronise(place)
    let isAsked = settings.ask(question)
    #expect(isAsked && question.call == .synchronise(place) && question.isAboutPlace)
    #expect(settings.news == "Answer your vault's prompt.")
    settings.hear(.init(stage: "synchronising", done: 20, total: 50), to: question)
    #expect(settings.news == "Synchronising: 20 of 50 entries.")
    settings.hear(.init(stage: "synchronising", done: 1, total: 0), to: question)
    #expect(settings.news == "Synchronising: 1 entry so far.")
    settings.hear(.syncStatus(.init(state: .working)), to: .look)
    #expect(settings.status?.state == .off, "a status received during the start is ignored")
    var status = VaultAnswer.SyncStatus(state: .current)
    status.place = "https://sync.example"
    settings.hear(.syncStatus(status), to: question)
    #expect(settings.status == status.short && settings.asked == nil && settings.progress == nil && settings.told == question)
    #expect(settings.notice?.hasPrefix("Passfold now synchronises automatically.") == true)
  }

  @Test("is cleared after a move to another place, with a notice about the other devices")
  func movedOn() {
    var settings = shown()
    let question = DeviceSettings.Question.synchronise(.init(place: "/srv/carried", formerIsGone: true))
    _ = settings.ask(question)
    settings.hear(.syncStatus(.init(state: .current)), to: question)
    #expect(settings.list == nil && settings.notice?.contains("on each of your other devices") == true)
  }

  @Test("explains why a place was refused and what to do, and keeps everything on screen")
  func refusedPlaces() {
    let said: [(VaultFailure, String)] = [
      (
        .init(.badPlace),
        "That is neither the https address of a server nor the absolute path of a folder. A server address looks like https://sync.example. "
      ),
      (.init(.alreadySynchronised), "Your vault is already synchronised there. "),
      (
        .init(.syncFailed, detail: "not_invited"),
        "The server requires an invite for new accounts. Ask the server's operator for an invite and start with that. "
      ),
      (
        .init(.accountIncomplete),
        "Part of your account has not arrived on this computer, or is set aside, so this computer cannot move the account. "
          + "Start on another device that has everything; this one follows. "
      ),
      (.init(.syncFailed, detail: "no-connection"), "The server cannot be reached. "),
      (.init(.canceled), "You did not answer the vault's question. "),
    ]
    let question = DeviceSettings.Question.synchronise(.init(place: "https://sync.example"))
    for (failure, words) in said {
      var settings = shown()
      _ = settings.ask(question)
      settings.hear(.failure(failure), to: question)
      #expect(settings.notice == words + "Everything in your vault is unchanged." && settings.list == Self.list)
    }
    for (detail, advice) in [("forked", "Compare your devices."), ("gap", "Compare your devices.")] {
      var settings = shown()
      _ = settings.ask(question)
      settings.hear(.failure(.init(.placeForked, detail: detail)), to: question)
      #expect(settings.notice?.contains(advice) == true)
    }
  }

  @Test("lets a stopped vault resume, accept quarantined changes or leave, and reports the result")
  func deciding() {
    var stopped = VaultAnswer.SyncStatus(state: .stopped)
    (stopped.problem, stopped.quarantined) = ("rolledBack", 2)
    #expect(stopped.short.quarantined == 2, "the number of quarantined changes is shown without a grant, like the number of waiting ones")
    for (question, step, state, words) in [
      (DeviceSettings.Question.resume, VaultCall.SyncStep.Kind.resume, VaultAnswer.SyncStatus.State.current, "synchronisation has resumed"),
      (.accept, .accept, .working, "have been accepted"), (.leave, .leave, .off, "on this computer only"),
    ] {
      var settings = shown()
      settings.hear(.syncStatus(stopped), to: .look)
      #expect(question.call == .syncStep(.init(step)) && !question.isSilent)
      let isAsked = settings.ask(question)
      var refused = settings
      refused.hear(.failure(.init(.wrongPassphrase)), to: question)
      #expect(isAsked && refused.notice == "The passphrase was wrong. Nothing was changed." && refused.status?.state == .stopped)
      settings.hear(.syncStatus(.init(state: state)), to: question)
      #expect(settings.status?.state == state && settings.notice?.contains(words) == true)
      #expect((settings.list == nil) == (question == .leave))
    }
  }

  @Test("explains each refusal of the vault in a sentence")
  func refusals() {
    let question = DeviceSettings.Question.rename(.init(device: Self.laptop.number, name: "desk"))
    let said: [(VaultFailure, String)] = [
      (.init(.refused), "You declined. Nothing was changed."),
      (.init(.deviceNameTaken), "Another device already has that name. Nothing was changed."),
      (.init(.badDeviceName), "A device name must be one line of 1 to 63 bytes. Nothing was changed."),
      (
        .init(.syncFailed, detail: "unsupported_version"),
        "The server is older than this Passfold and does not support this. Ask the server's operator to update it. Nothing was changed."
      ),
      (.init(.unexpected), "The vault could not do this. Nothing was changed."),
    ]
    for (failure, words) in said {
      var settings = shown()
      _ = settings.ask(question)
      settings.hear(.failure(failure), to: question)
      #expect(settings.notice == words && settings.asked == nil && settings.list == Self.list)
    }
    var settings = shown()
    _ = settings.ask(.list)
    settings.hear(.failure(.init(.canceled)), to: .list)
    #expect(settings.notice == "You did not answer the vault's question. Nothing is shown.")
    _ = settings.ask(.list)
    settings.hear(nil, to: .list)
    #expect(settings.notice?.hasPrefix("The vault does not respond.") == true)
  }

  @Test("has a dot and words for each state")
  func standing() {
    let dots = [VaultAnswer.SyncStatus.State.off, .locked, .working, .current, .waiting, .stopped].map { state in
      SyncStanding(VaultAnswer.SyncStatus(state: state)).dot
    }
    #expect(dots == [.still, .still, .well, .well, .waiting, .stopped])
    var status = VaultAnswer.SyncStatus(state: .stopped)
    status.problem = "rolledBack"
    let standing = SyncStanding(status)
    #expect(standing.headline == "Synchronisation has stopped: the server or folder went back to an earlier state.")
    #expect(standing.lines.count == 2 && standing.ways == [.goOn, .bringForward])
    #expect(!(standing.lines + [standing.headline]).contains { $0.contains("passfold ") }, "the settings name no terminal command")
  }

  @Test("sends questions without a number and reads answers without one")
  func carried() throws {
    let request = try #require(ManageRequest(.renameDevice(.init(device: "aa", name: "kitchen"))))
    #expect(request.request == .object(["type": .text("rename-device"), "device": .text("aa"), "name": .text("kitchen")]))
    #expect(request.secret == nil)
    let answer = ManagedAnswer(.object(["type": .text("sync-status"), "state": .text("current"), "pending": .number(3)]))
    #expect(answer.vaultAnswer == .syncStatus(.init(state: .current, pending: 3)))
    #expect(ManagedAnswer(.object(["type": .text("of a newer vault")])).vaultAnswer == nil)
    #expect(ManagedAnswer(.text("odd")).vaultAnswer == nil)
  }
}
