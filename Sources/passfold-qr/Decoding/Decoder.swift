// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import CSeccomp
internal import Glibc
internal import SecretMemory

/// The decoder, a separate process that parses pictures, and both ends of the pipe to it.
package enum Decoder {
  /// The argument that makes this program the decoder. For internal use only.
  package static let argument = "decode"

  /// Runs a decoder on a picture and returns the frames of its content.
  ///
  /// - Throws: The error that the decoder reports, or `decoderStopped`.
  package static func frames(in picture: ScratchBytes, limits: Limits) throws(QRFailure) -> ScratchBytes {
    // The running program itself, even if its file has been replaced.
    let libraries = getenv("LD_LIBRARY_PATH").map { ["LD_LIBRARY_PATH=" + String(cString: $0)] } ?? []
    let decoder = HelperProgram("/proc/self/exe", [argument], environment: libraries)
    let result: (output: ScratchBytes, ending: HelperProgram.Ending)
    do {
      result = try picture.withBytes { bytes throws(HelperProgram.Stop) in
        try decoder.run(input: bytes, limit: limits.foundBytes, time: limits.decoderTime)
      }
    } catch {
      throw QRFailure(.decoderStopped)
    }
    guard result.ending != .exited(0) else {
      guard result.output.withBytes(Frames.areWhole) else { throw QRFailure(.decoderStopped) }
      return result.output
    }
    let name = result.output.withBytes { String(decoding: $0.prefix(64), as: UTF8.self) }
    throw QRFailure(QRFailure.Code.fromDecoder.first { $0.name == name } ?? .decoderStopped)
  }

  /// Runs as the decoder: reads a picture from standard input, and writes frames or the name of an error to standard output.
  ///
  /// - Returns: The exit status.
  package static func run(limits: Limits) -> CInt {
    // The result is of no use once the parent has ended.
    _ = passfold_end_with_parent(SIGKILL)
    ProcessHardening.apply()
    do throws(QRFailure) {
      try Sandbox.enter(limits: limits)
      let picture = try read(limits: limits)
      let decoded = try picture.withBytes { bytes throws(QRFailure) in try PictureDecoder.decode(bytes, limits: limits) }
      var frames = try SymbolSearch(limits: limits).frames(in: decoded)
      defer { frames.withUnsafeMutableBytes { wipe($0) } }
      return frames.withUnsafeBytes { writeAll($0, to: 1) } ? 0 : 1
    } catch {
      var name = error.code.name
      _ = name.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: 1) }
      return error.code.status
    }
  }

  private static func read(limits: Limits) throws(QRFailure) -> ScratchBytes {
    // Screenshots arrive uncompressed.
    let limit = max(limits.fileBytes, GreyPicture.headerBytes + limits.pixels)
    do {
      return try BoundedReading.toEnd(of: 0, limit: limit, time: limits.decoderTime)
    } catch {
      throw QRFailure(error == .tooLarge ? .fileTooLarge : .pictureDamaged)
    }
  }
}
