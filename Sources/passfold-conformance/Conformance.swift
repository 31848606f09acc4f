// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Answers cases by the libraries' public functions; stores the state of one run, the credentials that were created.
struct Conformance {
  private var authenticator = SoftwareAuthenticator()

  /// Answers one line; a line that is not a case is answered as well.
  mutating func answer(to line: String) async -> String {
    guard let test = ConformanceCase(line: line) else {
      return ConformanceAnswer.error("the line is not a JSON object").line(repeating: nil)
    }
    do throws(ConformanceCase.Fault) {
      return try await answer(to: test).line(repeating: test.id)
    } catch {
      return ConformanceAnswer.error(error.message).line(repeating: test.id)
    }
  }

  private mutating func answer(to test: ConformanceCase) async throws(ConformanceCase.Fault) -> ConformanceAnswer {
    switch try test.text("op") {
    case "parse": try parseOperation(test)
    case "code": try codeOperation(test)
    case "migration": try migrationOperation(test)
    case "create": await createOperation(test, with: authenticator)
    case "get": await getOperation(test, with: authenticator)
    case "ctap2": try ctap2Operation(test, with: &authenticator)
    case "registration": registrationOperation(test)
    case "authentication": authenticationOperation(test)
    case "cbor": try cborOperation(test)
    case "registrableDomain": try registrableDomainOperation(test)
    case "relyingPartyID": try relyingPartyIDOperation(test)
    case "serviceMatch": try serviceMatchOperation(test)
    case let name: .error("unknown op \(name)")
    }
  }
}
