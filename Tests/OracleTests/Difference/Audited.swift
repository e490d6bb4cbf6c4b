/// The product's side: a history through reader, store, derivation and rules.
enum Audited {
  static let product: Product = { history in
    // Until the product can be asked, the oracle stands in for it.
    let verdict = Oracle.judge(
      try OracleLoader.load(history.nights), try OracleConfiguration(text: history.configuration))
    return ProductVerdict(findings: verdict.findings, notEvaluated: verdict.notEvaluated)
  }
}
