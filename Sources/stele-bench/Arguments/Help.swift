extension Benchmark {
  static let help = """
    stele-bench: measures the library and the verifier, against code by hand and Foundation

    usage: stele-bench [options]

    Encodes and decodes the same data with every contender, and prints times (minimum and median),
    sizes, memory, and the ratios that the project aims at. Each contender works in processes of
    its own: one encodes and decodes again and again, for two seconds or 25 times, at least three
    times, and one that has only the encoded bytes decodes them once. Memory is by how much the
    resident memory of the process rose while it encoded or decoded once, without the pages of the
    program and its libraries, which processes share. Releasing what was decoded is not timed, and
    its memory stays with the process for the next time. What was decoded is compared with what was
    encoded, and which object is the same as which, by a hash that programs in other languages have,
    too.
    Build with `swift build -c release`; other builds are many times slower.

    workloads:
      w1   people with shared dogs and circles of friends     w2   triangles of four vectors
      w3   log records                                        w4d  doubles
      w4i  integers (w4: both)                                w5   linked lists of several lengths
      w6   references to a thousand objects                   w7   objects of 40 classes
      w8   open a file of 1 GB and read one object, or one root of a thousand
      w9   verify a file of 200 MB                            w10  archives of one object or none

    contenders:
      explicit  types that write and read their keys by hand
      doubly    the same, linked lists that are linked both ways
      codable   types with synthesised Codable
      dynamic   graphs of values, without any type of the program
      ceiling   code by hand for one type, positional, with a checksum and all checks
      memcpy    a copy of the bytes into a new array, which has the memory of the one before
      json, plist, keyed   the coders of Foundation; json and plist have trees, with positions for
                references (copies in w6); keyed has fewer objects where it does not survive more,
                and no circles; its ratios are by object
      empty     archives of nothing

    options:
          --workload NAME   one of the workloads, or several with commas; may be repeated
          --contender NAME  one of the contenders, or several with commas; may be repeated
          --quick           a tenth of the size or less, fewer runs: what it says is not worth much
          --processor-time  time is what the processor works for a process, not what passes: for
                            machines that are busy with other things (w8 and w9 say both anyway)
          --keep FILE       keep the archive that w9 verifies under this name
          --json            say it in JSON
      -h, --help            show this help

    exit codes:
      0  it was measured, whether targets were met or not
      1  it could not be measured, or what was decoded is not what was encoded
      2  wrong usage
      130, 143  it was interrupted; what it wrote has been removed
    """
}
