internal import Stele

// Bodies and containers

extension Transcoder {
  @inline(__always)
  func push(_ kind: Frame.Kind) {
    frames.append(frame)
    frame = Frame(kind: kind, start: end, firstPart: parts.count, depth: depth)
  }

  func open(_ kind: Frame.Kind, _ count: Int) {
    write(count)
    push(kind)
  }

  func openRecord(_ entry: Int, at offset: Int) throws(ArchiveError) {
    if levels.last != entry { levels = plans.source.chain(of: entry) }
    (level, depth) = (0, 1)
    numberPlace = .value
    try openBody(of: entry, at: offset)
    isRecord = true
    if levels.count > 1 { openLevel() }
  }

  /// Opens a record, or the body of a struct or case.
  func openBody(
    of entry: Int, _ caseIndex: Int? = nil, at offset: Int
  ) throws(ArchiveError) {
    // Only in a file that has changed is there an entry that no value had before.
    guard let index = plans.plan(of: entry, caseIndex: caseIndex ?? 0) else {
      throw ArchiveError(.undefinedEntry, at: offset)
    }
    let plan = plans.plans[index]
    // Absent keys take no memory, but a presence bit and time: with *n* entries of one key each and *n* records, both grow
    // with the square of *n* (spec §11.5).
    guard plan.addedCount == 0 || pay(plan.addedCount * MemoryLayout<Int32>.stride) else {
      throw ArchiveError(.memory, at: offset)
    }
    if numberPlace == .value {
      write(plan.entry)
    } else {
      numbers.append(
        ListNumber(
          position: output.count, reference: references.count, value: plan.entry,
          isElement: numberPlace == .element))
    }
    if caseIndex != nil { write(plan.caseIndex) }
    push(.body)
    frame.isInList = numberPlace != .value && caseIndex == nil
    use(plan)
    if plan.isEmptyStructure { output.append(0) }
    for _ in 0..<plan.presenceByteCount { output.append(0) }
  }

  @inline(__always)
  func use(_ plan: BodyPlans.Plan) {
    (frame.next, frame.end) = (plan.slots.lowerBound, plan.slots.upperBound)
    frame.isOrdered = plan.isOrdered
  }

  func openLevel() {
    if let index = plans.plan(of: levels[level]) { use(plans.plans[index]) }
  }

  /// Puts the values of the keys of one level into their order.
  func endLevel() {
    guard !frame.isOrdered, parts.count > frame.firstPart else { return }
    let first = frame.firstPart
    let order = plans.orders[(frame.end - (parts.count - first))..<frame.end]
    arrange(order.lazy.map { $0 + first })
    parts.removeSubrange(first...)
  }

  /// Writes a descriptor.
  func write(_ type: ArchiveTypeDescriptor) {
    do throws(ArchiveWritingError) {
      let bytes = try plans.descriptor(type)
      if pay(bytes.count) { output += bytes }
    } catch {
      refuse(error.reason)
    }
  }
}
