import SteleInspection
import SteleModel

/// A small graph with an entry of each kind, and its text.
enum NotationSample {
  /// The graph of the text, or an empty one if the text cannot be read.
  static let graph = (try? ArchiveGraph(notation: compact)) ?? ArchiveGraph()

  static let compact = #"""
    {
    "stele":"1.0",
    "type":"com.example.zoo",
    "writer":"a \"writer\"",
    "classes":[
    {"name":"Person","version":1,"kind":"class","super":0,"keys":[{"name":"name","type":"string","since":1,"flags":"required"}]},
    {"name":"Pug","version":2,"kind":"class","super":1,"keys":[{"name":"friends","type":["list",["ref","Person"]],"since":1,"flags":"required"},{"name":"spot","type":["optional",["struct","Point"]],"since":2,"flags":"optional"},{"name":"old","type":"int8","since":1,"flags":"retired"}]},
    {"name":"Point","version":1,"kind":"struct","keys":[{"name":"x","type":"float64","since":1,"flags":"required"},{"name":"y","type":"float64","since":1,"flags":"required"}]},
    {"name":"Shape","version":1,"kind":"enum","cases":[{"name":"none","since":1,"retired":true,"keys":[]},{"name":"dot","since":1,"retired":false,"keys":[{"name":"at","type":["struct","Point"],"since":1,"flags":"required"}]}]}
    ],
    "objects":[
    {"class":1,"values":[{"name":"Rex"}]},
    {"class":2,"values":[{"name":"é"},{"friends":[1,2]}]},
    {"class":2,"values":[{"name":""},{"friends":[],"spot":{"class":3,"values":{"x":1.0,"y":-0.5}}}]}
    ],
    "roots":[
    {"name":"top","type":["ref"],"value":2},
    {"name":"shape","type":"any","value":{"type":["enum","Shape"],"value":{"class":4,"case":"dot","values":{"at":{"class":3,"values":{"x":1.0,"y":-0.5}}}}}},
    {"name":"map","type":["map","string",["list","int8"]],"value":[["a",[1,-2]]]}
    ],
    "metadata":[]
    }

    """#
}
