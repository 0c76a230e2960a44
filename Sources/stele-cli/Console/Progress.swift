internal import Foundation
internal import SteleFoundation
internal import Synchronization

/// A line on the terminal that says what takes long, once a second has passed.
final class Progress: Sendable {
  private struct State {
    var text = ""
    var shown: String?
    var isStarted = false
    var isOver = false
  }

  private let state = Mutex(State())
  private let isAutomatic: Bool
  private let write: @Sendable (String) -> Void

  /// Makes a line.
  ///
  /// - Parameters:
  ///   - isAutomatic: Whether it shows itself after a second; tests show it.
  ///   - write: Writes to the terminal.
  init(isAutomatic: Bool = true, write: @escaping @Sendable (String) -> Void) {
    self.isAutomatic = isAutomatic
    self.write = write
  }

  /// Says what is being done now.
  func say(_ line: Line) {
    let mustStart = state.withLock { state in
      state.text = line.text
      defer { state.isStarted = true }
      return !state.isStarted
    }
    guard mustStart, isAutomatic else { return }
    Thread.detachNewThread {
      // A signal that ends the process must find the thread that saves a file.
      SignalMask.takeNone()
      Thread.sleep(forTimeInterval: 1)
      while self.show() { Thread.sleep(forTimeInterval: 0.2) }
    }
  }

  /// Shows the line as it is now, and says whether there will be further ones.
  @discardableResult
  func show() -> Bool {
    state.withLock { state in
      guard !state.isOver else { return false }
      if state.shown != state.text {
        write("\r\u{1B}[K" + String(state.text.prefix(79)))
        state.shown = state.text
      }
      return true
    }
  }

  /// Removes the line, if it is shown, to make room for something else.
  func hide() {
    state.withLock { state in
      guard state.shown != nil else { return }
      write("\r\u{1B}[K")
      state.shown = nil
    }
  }

  /// Removes the line for good.
  func end() {
    hide()
    state.withLock { $0.isOver = true }
  }
}
