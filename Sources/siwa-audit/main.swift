internal import AuditPipeline

/// The whole program: understand the arguments, run the command, tell the exit code.
let cancellation = Cancellation()
Signals.watch(cancellation)
Program(cancellation: cancellation).run(Array(CommandLine.arguments.dropFirst()))
