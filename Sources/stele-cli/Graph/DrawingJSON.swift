internal import SteleTool

extension Drawing {
  /// The drawing for machines: its boxes and arrows.
  var document: JSON {
    let rows = { (row: Row) -> JSON in
      ["name": row.name, "text": row.text, "dimmed": row.isDimmed]
    }
    let nodes = boxes.map { box -> JSON in
      [
        "id": box.id, "kind": box.kind.rawValue, "title": box.title, "subtitle": box.subtitle,
        "dimmed": box.isDimmed, "rows": box.rows.map(rows),
      ]
    }
    let edges = arrows.map { arrow -> JSON in
      [
        "from": arrow.from, "row": arrow.row, "to": arrow.to, "kind": arrow.link.rawValue,
        "count": arrow.count,
      ]
    }
    return [
      "format": JSON.format(Graph.self), "title": title, "nodes": nodes, "edges": edges,
    ]
  }
}
