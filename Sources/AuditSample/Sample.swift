/// A made-up export: consistent histories of so many persons, and the faults asked for.
///
/// Written from the contract alone, apart from the code that reads and judges: what both agree on
/// is right, or wrong in the same way in two places. Each person is told and written before the
/// next, so memory doesn't grow with their number. The same options give the same bytes.
package struct Sample: Sendable {
  /// What was written.
  package struct Summary: Sendable {
    package let personCount: Int
    package let recordCount: Int
    package let byteCount: Int
    package let expected: Expected
  }

  /// The digest that nonces are made with, in lower-case hexadecimal.
  package static func digest(_ text: String) -> String { SHA256.hex(text) }

  private let options: SampleOptions
  private let scene: Scene
  private let faults: [Fault]

  /// - Throws: `SampleError.request` for numbers out of range and faults that can't be planted.
  package init(_ options: SampleOptions) throws(SampleError) {
    guard SampleOptions.accountCounts.contains(options.accountCount) else {
      throw .request("--accounts takes a number from 1 to 10000000")
    }
    guard SampleOptions.dayCounts.contains(options.dayCount) else {
      throw .request("--days takes a number from 45 to 3650: rules have deadlines of 30 days")
    }
    self.options = options
    faults = try FaultCatalog.faults(options.faults, on: options.platform)
    scene = Scene(
      platform: options.platform, dayCount: options.dayCount, seed: options.seed,
      offersApple: faults.allSatisfy(\.offersApple))
  }

  /// Writes the export into a folder, and `expected.json` beside its files.
  ///
  /// - Parameters:
  ///   - folder: A folder that doesn't exist yet, or is empty.
  ///   - progress: Called with the number of persons written, every hundred.
  ///   - isCancelled: Looked at after every person.
  /// - Returns: What was written.
  /// - Throws: `SampleError`; what was written is removed again.
  package func write(
    to folder: String, progress: (Int) -> Void = { _ in },
    isCancelled: () -> Bool = { false }
  ) throws(SampleError) -> Summary {
    let writer = try ExportWriter(folder: folder)
    do {
      return try write(writer, progress, isCancelled)
    } catch {
      writer.discard()
      throw error
    }
  }

  private func write(
    _ writer: ExportWriter, _ progress: (Int) -> Void, _ isCancelled: () -> Bool
  ) throws(SampleError) -> Summary {
    for number in 0..<options.accountCount {
      var life = life(number)
      life.live()
      try writer.append(life)
      if number % 100 == 0 { progress(number) }
      if isCancelled() { throw .stopped }
    }
    var plot = Plot(scene: scene, nextNumber: Int64(options.accountCount))
    var expected = Expected()
    for fault in faults {
      plot.begin(fault)
      fault.plant(&plot)
      for life in plot.lives { try writer.append(life) }
      expected.add(plot.expected)
    }
    for file in plot.exportFiles { try writer.write(file.path, file.bytes) }
    try writer.write("expected.json", expected.json)
    try writer.finish()
    return Summary(
      personCount: Int(plot.nextNumber), recordCount: writer.recordCount,
      byteCount: writer.byteCount, expected: expected)
  }

  private func life(_ number: Int) -> Life {
    var random = Random(seed: scene.seed, stream: UInt64(number))
    let start = scene.from + random.span(.hour...scene.to - scene.from - 3 * .day)
    return Life(scene: scene, number: Int64(number), start: start, random: random)
  }
}
