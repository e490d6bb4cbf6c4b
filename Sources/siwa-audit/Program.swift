internal import AuditModel
internal import AuditPipeline
internal import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Runs one command line and ends the process with its exit code.
struct Program {
  let cancellation: Cancellation

  func run(_ arguments: [String]) -> Never {
    do {
      exit(try code(for: try ArgumentParser.parse(arguments)).rawValue)
    } catch let error as UsageError {
      Console.error(error.message)
      exit(ExitCode.usage.rawValue)
    } catch let error as PipelineError {
      Console.error(error.description)
      exit(error.exitCode.rawValue)
    } catch let error as Interrupted {
      Console.error("stopped by signal \(error.signal); nothing half done is left")
      exit(128 + error.signal)
    } catch {
      Console.error("internal error: \(error)")
      exit(ExitCode.internalError.rawValue)
    }
  }

  private func code(for arguments: ParsedArguments) throws -> ExitCode {
    if arguments.has(.version) {
      Console.out("siwa-audit \(AuditRun.toolVersion)\n")
      return .success
    }
    if arguments.has(.help) {
      Console.out(arguments.command.map(Help.of) ?? Help.general)
      return .success
    }
    guard let command = arguments.command else {
      throw UsageError(message: "a command is missing; 'siwa-audit --help' lists them")
    }
    guard command.operandCount.contains(arguments.operands.count) else {
      throw UsageError(
        message: "'\(command.rawValue)' takes \(command.operands); "
          + "'siwa-audit \(command.rawValue) --help' tells more")
    }
    switch command {
    case .audit: return try audit(arguments)
    case .inspect: return try inspect(arguments)
    case .`init`: return try propose(arguments)
    case .checklist: return try ChecklistCommand(cancellation: cancellation).run(arguments)
    case .investigate: return try InvestigateCommand(cancellation: cancellation).run(arguments)
    case .diff: return try DiffCommand(cancellation: cancellation).run(arguments)
    case .waive: return try WaiveCommand(cancellation: cancellation).run(arguments)
    case .rules: return try rules(arguments)
    case .mappings: return try mappings(arguments)
    case .validate: return try validate(arguments)
    case .render: return try render(arguments)
    case .sample: return try SampleCommand(cancellation: cancellation).run(arguments)
    case .forget, .prune: return try remove(arguments)
    }
  }

  private func audit(_ arguments: ParsedArguments) throws -> ExitCode {
    let outcome = try ProgressLine.during(arguments, cancellation) { try AuditRun($0).run() }
    var code = outcome.exitCode
    if code == .findings && arguments.has(.exitZero) { code = .success }
    if !arguments.has(.quiet) || code != .success {
      let isColored = Console.allowsColor && !arguments.has(.noColor)
      Console.out(
        RunSummary(audit: outcome.audit, reports: outcome.reports, isColored: isColored).text)
    }
    return code
  }

  private func inspect(_ arguments: ParsedArguments) throws -> ExitCode {
    let outcome = try ProgressLine.during(arguments, cancellation) { try Inspection($0).run() }
    Console.out(outcome.text)
    return outcome.exitCode
  }

  private func rules(_ arguments: ParsedArguments) throws -> ExitCode {
    let options = try AuditOptions(arguments)
    Console.out(
      try RuleListing(home: options.home, extraRules: options.extraRules)
        .text(id: arguments.operands.first))
    return .success
  }

  private func mappings(_ arguments: ParsedArguments) throws -> ExitCode {
    let options = try AuditOptions(arguments)
    Console.out(try MappingListing(home: options.home).text(name: arguments.operands.first))
    return .success
  }

  private func validate(_ arguments: ParsedArguments) throws -> ExitCode {
    let options = try AuditOptions(arguments)
    let path = arguments.operands[0]
    try Validation(home: options.home).check(path)
    Console.out("\(path): valid\n")
    return .success
  }

  private func propose(_ arguments: ParsedArguments) throws -> ExitCode {
    Console.out(
      try ProgressLine.during(arguments, cancellation) { try ConfigurationProposal($0).text() })
    return .success
  }

  private func render(_ arguments: ParsedArguments) throws -> ExitCode {
    let options = try AuditOptions(arguments)
    Console.out(try Rendering(options: options).render(arguments.operands[0]) + "\n")
    return .success
  }

  private func remove(_ arguments: ParsedArguments) throws -> ExitCode {
    let removal = RecordRemoval(
      options: try AuditOptions(arguments), cancellation: cancellation)
    if let id = arguments.operands.first {
      Console.out(try removal.forget(id))
      return .success
    }
    guard let text = arguments.value(.before) else {
      throw UsageError(message: "'prune' needs a time: --before 2026-01-01T00:00:00Z")
    }
    guard let time = AuditOptions.microseconds(of: text) else {
      throw UsageError(
        message: "'\(text)' is no time for --before; write it like 2026-01-01T00:00:00Z")
    }
    Console.out(try removal.prune(before: time))
    return .success
  }
}
