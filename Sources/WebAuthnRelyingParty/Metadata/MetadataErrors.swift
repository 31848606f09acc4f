// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension WebAuthnRelyingPartyError.Code {
  /// A metadata blob is no JSON Web Signature with certificates over metadata, or too large.
  public static let malformedMetadata = Self("malformedMetadata")
  /// A metadata blob is signed with an algorithm that is unknown or does not go with its key.
  public static let metadataAlgorithm = Self("metadataAlgorithm")
  /// A metadata blob is not signed by the certificate that it names.
  public static let metadataSignature = Self("metadataSignature")
  /// A metadata blob is signed by a certificate of another host.
  public static let metadataHost = Self("metadataHost")
  /// A metadata blob is older than the one in use.
  public static let metadataRollback = Self("metadataRollback")
  /// The metadata's next publication has been overdue for longer than the policy accepts.
  public static let staleMetadata = Self("staleMetadata")
  /// Metadata have no entry for the authenticator's model.
  public static let unknownModel = Self("unknownModel")
  /// The policy does not accept the model, for what metadata say of it.
  public static let refusedModel = Self("refusedModel")
}
