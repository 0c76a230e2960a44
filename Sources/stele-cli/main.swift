internal import Foundation

let status = Tool.run(Argument.ofProcess, .standard())
exit(status.rawValue)
