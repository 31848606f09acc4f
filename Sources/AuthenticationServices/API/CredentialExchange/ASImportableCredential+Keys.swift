// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
extension ASImportableCredential {
  /// An API key.
  public struct APIKey: Codable, Hashable, Sendable {
    /// The key, in plain text.
    public var key: ASImportableEditableField?
    /// The account of the key.
    public var userName: ASImportableEditableField?
    /// The type of key.
    public var keyType: ASImportableEditableField?
    /// The URL of the API.
    public var url: ASImportableEditableField?
    /// The first day of its validity.
    public var validFrom: ASImportableEditableField?
    /// The last day of its validity.
    public var expiryDate: ASImportableEditableField?

    /// Creates a value; pass nil for unknown parts.
    public init(
      key: ASImportableEditableField?, userName: ASImportableEditableField?, keyType: ASImportableEditableField?,
      url: ASImportableEditableField?, validFrom: ASImportableEditableField?, expiryDate: ASImportableEditableField?
    ) {
      self.key = key
      self.userName = userName
      self.keyType = keyType
      self.url = url
      self.validFrom = validFrom
      self.expiryDate = expiryDate
    }

    private enum CodingKeys: String, CodingKey {
      case userName = "username"
      case key, keyType, url, validFrom, expiryDate
    }
  }

  /// An SSH key.
  public struct SSHKey: Codable, Hashable, Sendable {
    /// The type of key, such as `ssh-ed25519`.
    public var keyType: String
    /// The private key in plain text, as PKCS #8 in DER.
    public var privateKey: Data
    /// The comment of the key.
    public var keyComment: String?
    /// The date on which it was created.
    public var creationDate: ASImportableEditableField?
    /// The last day of its validity.
    public var expiryDate: ASImportableEditableField?
    /// The program or device that generated it.
    public var keyGenerationSource: ASImportableEditableField?

    /// Creates an SSH key.
    public init(
      keyType: String, privateKey: Data, keyComment: String?, creationDate: ASImportableEditableField?,
      expiryDate: ASImportableEditableField?, keyGenerationSource: ASImportableEditableField?
    ) {
      self.keyType = keyType
      self.privateKey = privateKey
      self.keyComment = keyComment
      self.creationDate = creationDate
      self.expiryDate = expiryDate
      self.keyGenerationSource = keyGenerationSource
    }
  }

  /// A wireless network.
  public struct WiFi: Codable, Hashable, Sendable {
    /// The network's name.
    public var ssid: ASImportableEditableField?
    /// The network's security type.
    public var networkSecurityType: ASImportableEditableField?
    /// The passphrase, in plain text.
    public var passphrase: ASImportableEditableField?
    /// Whether the network is hidden.
    public var hidden: ASImportableEditableField?

    /// Creates a value; pass nil for unknown parts.
    public init(
      ssid: ASImportableEditableField?, networkSecurityType: ASImportableEditableField?, passphrase: ASImportableEditableField?,
      hidden: ASImportableEditableField? = nil
    ) {
      self.ssid = ssid
      self.networkSecurityType = networkSecurityType
      self.passphrase = passphrase
      self.hidden = hidden
    }
  }

  /// A payment card, as printed.
  public struct CreditCard: Codable, Hashable, Sendable {
    /// The number.
    public var number: ASImportableEditableField?
    /// The name on the card.
    public var fullName: ASImportableEditableField?
    /// The network, such as Visa.
    public var cardType: ASImportableEditableField?
    /// The card verification number for online payments.
    public var verificationNumber: ASImportableEditableField?
    /// The PIN.
    public var pin: ASImportableEditableField?
    /// The last month of its validity.
    public var expiryDate: ASImportableEditableField?
    /// The first month of its validity.
    public var validFrom: ASImportableEditableField?

    /// Creates a value; pass nil for unknown parts.
    public init(
      number: ASImportableEditableField?, fullName: ASImportableEditableField?, cardType: ASImportableEditableField?,
      verificationNumber: ASImportableEditableField?, pin: ASImportableEditableField?, expiryDate: ASImportableEditableField?,
      validFrom: ASImportableEditableField?
    ) {
      self.number = number
      self.fullName = fullName
      self.cardType = cardType
      self.verificationNumber = verificationNumber
      self.pin = pin
      self.expiryDate = expiryDate
      self.validFrom = validFrom
    }
  }
}
