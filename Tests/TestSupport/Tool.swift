internal import Foundation

/// The built program, run as a user runs it.
package struct Tool {
  package struct Result: Equatable {
    package let output: String
    package let errors: String
    /// The exit code; 128 + n where signal n ended the process itself.
    package let code: Int32

    package init(output: String, errors: String, code: Int32) {
      self.output = output
      self.errors = errors
      self.code = code
    }
  }

  private let environment: [String: String]

  /// - Parameter environment: Added to the environment of the tests.
  package init(environment: [String: String] = [:]) {
    self.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  }

  /// The program, beside the test runner.
  package static var path: String {
    let runner = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    var folder = runner.deletingLastPathComponent()
    for _ in 0..<6 {
      let candidate = folder.appendingPathComponent("siwa-audit").path
      if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
      folder.deleteLastPathComponent()
    }
    return Project.folder + "/.build/debug/siwa-audit"
  }

  /// Runs the program to its end.
  package func run(_ arguments: String..., input: String? = nil) throws -> Result {
    try start(arguments, input: input).finish()
  }

  package func run(_ arguments: [String]) throws -> Result {
    try start(arguments, input: nil).finish()
  }

  /// Starts the program.
  package func start(_ arguments: [String], input: String?) throws -> Running {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.path)
    process.arguments = arguments
    process.environment = environment
    return try Running(process, input: input)
  }

  /// The program while it runs.
  package final class Running {
    private let process: Process
    private let folder: TemporaryFolder
    /// Kept open where the program reads a standard input that does not end.
    private let inputPipe: Pipe?

    init(_ process: Process, input: String?) throws {
      self.process = process
      folder = try TemporaryFolder()
      for name in ["out", "err"] { try folder.write(name, "") }
      process.standardOutput = try FileHandle(
        forWritingTo: URL(fileURLWithPath: folder.path("out")))
      process.standardError = try FileHandle(
        forWritingTo: URL(fileURLWithPath: folder.path("err")))
      inputPipe = input == nil ? nil : Pipe()
      process.standardInput = inputPipe ?? FileHandle.nullDevice
      try process.run()
      if let input, let inputPipe {
        inputPipe.fileHandleForWriting.write(Data(input.utf8))
      }
    }

    /// Ends standard input.
    package func closeInput() throws {
      try inputPipe?.fileHandleForWriting.close()
    }

    package func signal(_ number: Int32) {
      kill(process.processIdentifier, number)
    }

    /// Waits for the end.
    package func finish(closingInput: Bool = true) throws -> Result {
      if closingInput { try closeInput() }
      process.waitUntilExit()
      let wasSignalled = process.terminationReason == .uncaughtSignal
      return Result(
        output: try folder.text("out"), errors: try folder.text("err"),
        code: (wasSignalled ? 128 : 0) + process.terminationStatus)
    }
  }
}
