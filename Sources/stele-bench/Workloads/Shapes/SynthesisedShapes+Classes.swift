// Forty classes, five below each of eight.

extension Synthesised {
  final class Circle: Round {}
  final class Disc: Round {}
  final class Ring: Round {}
  final class Ball: Round {}
  final class Dot: Round {}

  final class Square: Box {}
  final class Card: Box {}
  final class Frame: Box {}
  final class Panel: Box {}
  final class Tile: Box {}

  final class Edge: Line {}
  final class Ray: Line {}
  final class Axis: Line {}
  final class Rule: Line {}
  final class Arrow: Line {}

  final class Title: Label {}
  final class Caption: Label {}
  final class Remark: Label {}
  final class Heading: Label {}
  final class Legend: Label {}

  final class Badge: Icon {}
  final class Flag: Icon {}
  final class Pin: Icon {}
  final class Star: Icon {}
  final class Logo: Icon {}

  final class Curve: Path {}
  final class Spline: Path {}
  final class Polyline: Path {}
  final class Contour: Path {}
  final class Trace: Path {}

  final class Layer: Group {}
  final class Folder: Group {}
  final class Pile: Group {}
  final class Row: Group {}
  final class Column: Group {}

  final class Tick: Mark {}
  final class Cross: Mark {}
  final class Anchor: Mark {}
  final class Handle: Mark {}
  final class Guide: Mark {}

  /// The classes of objects, in the order of ``ShapeRow/kind``.
  static let shapeClasses: [Shape.Type] = [
    Circle.self, Disc.self, Ring.self, Ball.self, Dot.self,
    Square.self, Card.self, Frame.self, Panel.self, Tile.self,
    Edge.self, Ray.self, Axis.self, Rule.self, Arrow.self,
    Title.self, Caption.self, Remark.self, Heading.self, Legend.self,
    Badge.self, Flag.self, Pin.self, Star.self, Logo.self,
    Curve.self, Spline.self, Polyline.self, Contour.self, Trace.self,
    Layer.self, Folder.self, Pile.self, Row.self, Column.self,
    Tick.self, Cross.self, Anchor.self, Handle.self, Guide.self,
  ]
}
