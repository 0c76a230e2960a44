internal import Foundation
internal import SteleFoundation
internal import Synchronization

/// A line on the terminal that shows the current work, once a second has passed.
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

  /// Makes a line, which appears by itself after a second if it is automatic; tests call ``show()`` instead.
  init(isAutomatic: Bool = true, write: @escaping @Sendable (String) -> Void) {
    self.isAutomatic = isAutomatic
    self.write = write
  }

  func say(_ line: Line) {
    let mustStart = state.withLock { state in
      state.text = line.text
      defer { state.isStarted = true }
      return !state.isStarted
    }
    guard mustStart, isAutomatic else { return }
    Self.removeLineAtEnd()
    Thread.detachNewThread {
      // A signal that ends the process must be delivered to the thread that saves a file.
      Signals.takeNone()
      Thread.sleep(forTimeInterval: 1)
      while self.show() { Thread.sleep(forTimeInterval: 0.2) }
    }
  }

  /// Shows the current text, and returns whether further texts may follow.
  @discardableResult
  func show() -> Bool {
    state.withLock { state in
      guard !state.isOver else { return false }
      if state.shown != state.text {
        Self.isVisible.store(true, ordering: .relaxed)
        write("\r\u{1B}[K" + String(state.text.prefix(79)))
        state.shown = state.text
      }
      return true
    }
  }

  /// Removes the line, if it is visible, to make room for other output.
  func hide() {
    state.withLock { state in
      guard state.shown != nil else { return }
      write("\r\u{1B}[K")
      Self.isVisible.store(false, ordering: .relaxed)
      state.shown = nil
    }
  }

  /// Whether the line is on the terminal, for the handler of signals.
  private static let isVisible = Atomic(false)

  /// Removes the line also when a signal ends the process, such as ^C.
  private static func removeLineAtEnd() {
    #if !os(Windows) && !os(WASI)
      // Handlers may neither wait for a lock nor allocate memory.
      Signals.atEnd { number in
        let text: StaticString = "\r\u{1B}[K"
        if Progress.isVisible.load(ordering: .relaxed) {
          // Safe: the bytes of a literal live as long as the process.
          _ = unsafe Foundation.write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
        }
        signal(number, SIG_DFL)
        raise(number)
      }
    #endif
  }

  /// Removes the line for good.
  func end() {
    hide()
    state.withLock { $0.isOver = true }
  }
}
