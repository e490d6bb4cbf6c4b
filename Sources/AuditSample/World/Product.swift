/// What the app sells; the raw value is the product's id in the store.
enum Product: String, CaseIterable, Sendable {
  case small = "com.example.credits.small"
  case medium = "com.example.credits.medium"
  case large = "com.example.credits.large"
  case odd = "com.example.credits.odd"

  /// What one of it adds to the balance, in units of 1e-8.
  var credit: Int64 {
    switch self {
    case .small: 85_000_000
    case .medium: 425_000_000
    case .large: 999_999_999
    case .odd: 33_333_333
    }
  }
}
