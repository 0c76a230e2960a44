internal import Foundation

let status = Tool.run(Array(CommandLine.arguments.dropFirst()), .standard())
exit(status.rawValue)
