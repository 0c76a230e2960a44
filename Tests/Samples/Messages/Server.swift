import Stele

/// The server's side of one connection.
final class Session {
  private var channel = Channel<Response, Request>(allowing: .ofRequests)
  private var name: Name?
  private(set) var posts: [Post] = []
  private(set) var isOpen = true

  /// Returns the answers to the requests that are complete when some bytes have arrived.
  func receive(_ bytes: some Sequence<UInt8>) throws -> [UInt8] {
    guard isOpen else { return [] }
    do {
      return try channel.receive(bytes).flatMap { try channel.bytes(of: answer($0)) }
    } catch let refusal as Refusal {
      isOpen = false
      return try channel.bytes(of: .refused(reason: refusal.reason))
    }
  }

  private func answer(_ request: Result<Request, Refusal>) -> Response {
    switch request {
    case .success(.join(let name)):
      self.name = name
      return .welcome(name)
    case .success(.post(let post)):
      guard name != nil else { return .refused(reason: "join first") }
      posts.append(post)
      return .posted(number: posts.count)
    case .success(.leave):
      isOpen = false
      return .goodbye
    case .success(.unknown):
      return .refused(reason: "a newer server is needed for this request")
    case .failure(let refusal):
      return .refused(reason: refusal.reason)
    }
  }
}

extension Refusal {
  /// The reason as the other side may know it; the whole error is for the log of the server.
  var reason: String {
    switch self {
    case .tooLong: "too long"
    case .invalidArchive(let error): "no valid archive (rule \(error.rule.number))"
    case .unfit, .other: "content that is not allowed"
    }
  }
}
