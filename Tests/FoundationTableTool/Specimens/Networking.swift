import Foundation
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Specimen {
  /// Requests and responses.
  static let networking: [Specimen] = [
    Specimen(NSURLRequest.self, contents: contents, NSURLRequest(url: url)) {
      ["URL": $0.url?.absoluteString, "time": $0.timeoutInterval, "class": $0.classForCoder]
    },
    Specimen(NSMutableURLRequest.self, contents: contents, request()) {
      [
        "URL": $0.url?.absoluteString, "method": $0.httpMethod, "time": $0.timeoutInterval,
        "header": $0.value(forHTTPHeaderField: "Accept"), "body": $0.httpBody,
        "cache policy": $0.cachePolicy.rawValue, "class": $0.classForCoder,
      ]
    },
    Specimen(
      URLResponse.self, contents: contents,
      URLResponse(
        url: url, mimeType: "text/plain", expectedContentLength: 77, textEncodingName: "utf-8")
    ) {
      [
        "URL": $0.url?.absoluteString, "type": $0.mimeType, "length": $0.expectedContentLength,
        "encoding": $0.textEncodingName,
      ]
    },
    Specimen(
      HTTPURLResponse.self, contents: contents,
      HTTPURLResponse(
        url: url, statusCode: 404, httpVersion: "HTTP/1.1",
        headerFields: ["Content-Type": "text/plain"])
    ) {
      [
        "URL": $0.url?.absoluteString, "status": $0.statusCode, "type": $0.mimeType,
        "header": $0.value(forHTTPHeaderField: "Content-Type"),
      ]
    },
    Specimen(
      URLCredential.self, contents: contents,
      URLCredential(user: "ann", password: "secret", persistence: .forSession)
    ) {
      ["user": $0.user, "password": $0.password, "persistence": $0.persistence.rawValue]
    },
  ]

  private static let url = URL(string: "https://example.org/a") ?? URL(filePath: "/")

  private static let contents: [AnyClass] = [
    NSURL.self, NSString.self, NSNumber.self, NSDictionary.self, NSArray.self, NSData.self,
    NSDate.self,
  ]

  private static func request() -> NSMutableURLRequest {
    let request = NSMutableURLRequest(url: url)
    request.httpMethod = "POST"
    request.httpBody = Data([1, 2])
    request.timeoutInterval = 7
    request.cachePolicy = .reloadIgnoringLocalCacheData
    request.addValue("text/plain", forHTTPHeaderField: "Accept")
    return request
  }
}
