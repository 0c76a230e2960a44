"""Chapter 7: the order of a complete check."""
from classes import ClassTable
from file import frames, head, index
from objects import named_values, record_frames, records, weak_slots


class Content:
    """What an archive holds: what the text notation shows (annex C), and a canonical form keeps (9.1)."""

    def __init__(self):
        self.minor, self.writer = 0, ''
        self.entries = []                         # [Entry]
        self.objects = []                         # [(entry, [values of each level, the topmost first])]
        self.roots = []                           # [(name, type, value)]
        self.metadata = None                      # the same, or None without a mETa chunk


class Archive:
    """A valid archive. Raises the first refusal (7.1)."""

    def __init__(self, data):
        self.data = data
        self.content = content = Content()
        # 1. Frames.
        self.chunks = frames(data)
        # 2. Head and index.
        content.minor, content.writer = head(data, self.chunks[0])
        index(data, self.chunks)
        # 3. Class table. A chunk may use what chunks before it in the file define.
        self.table = table = ClassTable()
        for chunk in self.chunks:
            chunk.names, chunk.entries = len(table.names), len(table.entries)
            if chunk.type == 'CLAS':
                table.read(chunk.cursor(data), chunk)
        content.entries = table.entries
        # 4. Record frames.
        self.object_entries = []                  # the entry of each object
        for chunk in self.of_type('OBJS'):
            record_frames(chunk.cursor(data), chunk, table, self.object_entries)
        # 5. Weak slots.
        self.slots = []
        for chunk in self.of_type('WEAK'):
            self.slots = weak_slots(chunk.cursor(data), chunk, len(self.object_entries))
        # 6. Values.
        root_names = set()
        for chunk in self.chunks:
            if chunk.type == 'OBJS':
                content.objects += records(self, chunk)
            elif chunk.type == 'ROOT':
                content.roots += named_values(self, chunk, root_names)
            elif chunk.type == 'mETa':
                content.metadata = named_values(self, chunk, set())

    def of_type(self, type):
        return [chunk for chunk in self.chunks if chunk.type == type]
