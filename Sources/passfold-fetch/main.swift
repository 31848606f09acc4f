// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FetchProtocol
import Glibc

// Fetches one document for the broker: reads a request from standard input and writes its outcome to standard output. Looks up the name and
// connects first, then gives up all permissions except that connection, and only then reads the server's response.

/// Reads standard input until its end; nil if it exceeds the maximum length of a request.
func readRequest() -> [UInt8]? {
  var bytes: [UInt8] = []
  let step = FetchRequest.maximumEncodedByteCount + 1
  while bytes.count < step {
    let more = [UInt8](unsafeUninitializedCapacity: step) { buffer, count in count = max(0, read(0, buffer.baseAddress, buffer.count)) }
    if more.isEmpty { return bytes }
    bytes += more
  }
  return nil
}

func fetch(_ request: FetchRequest, until deadline: ContinuousClock.Instant) throws(FetchFailure) -> FetchAnswer {
  let authorities = try Authorities.pem(for: request)
  let connection = try Connection.open(request, until: deadline)
  let transfer = try Transfer(request, over: connection, authorities: authorities)
  try Confinement.enter(with: connection.descriptor)
  return try transfer.run(until: deadline)
}

// The parent may have leaked descriptors; only the first three are used.
closefrom(3)
signal(SIGPIPE, SIG_IGN)
var none = rlimit(rlim_cur: 0, rlim_max: 0)
_ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)

let start = ContinuousClock.now
guard let bytes = readRequest(), let request = FetchRequest(parsing: bytes) else { exit(64) }
// In case the resolver does not return.
alarm(UInt32(request.milliseconds / 1000 + 2))

let outcome: FetchOutcome
do throws(FetchFailure) {
  outcome = .answer(try fetch(request, until: start + .milliseconds(request.milliseconds)))
} catch {
  outcome = .failure(error)
}
var rest = outcome.encoded[...]
while !rest.isEmpty {
  let count = rest.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
  if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { exit(74) }
}
exit(0)
