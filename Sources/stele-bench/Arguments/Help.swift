extension Benchmark {
  static let help = """
    stele-bench: measures the library and the verifier, against code by hand and Foundation

    usage: stele-bench [options]

    Encodes and decodes the same data with every contender, and prints times, sizes, memory, and the
    figures that the project aims at.

    A round starts a process for each contender in turn, which encodes and decodes once to warm up,
    and then again and again for a part of a second. Times are the shortest of all rounds: first the
    time that the processor worked for the process, which other programs hardly affect, then the
    time that passed. Spread is by how much the median of the rounds is above the shortest one; a
    large one means a busy machine. Targets compare times of the processor, so a coder that used
    several would not gain.

    Memory is by how much the resident memory of a process rose while it encoded or decoded once,
    without the pages of the program and its libraries, which processes share. Decoding has a
    process of its own for that, which has only the encoded bytes. Releasing what was decoded is not
    timed, and its memory stays with the process for the next time.

    What was decoded is compared with what was encoded, and which object is the same as which, by a
    hash that programs in other languages have, too.
    Build with `swift build -c release`; other builds are many times slower.

    workloads:
      w1   people with shared dogs and circles of friends     w2   triangles of four vectors
      w3   log records                                        w4d  doubles
      w4i  integers (w4: both)                                w5   linked lists of several lengths
      w6   references to a thousand objects                   w7   objects of 40 classes
      w8   open a file of 1 GB and read one object, or one root of a thousand
      w9   verify a file of 200 MB                            w10  archives of one object or none
      w11  values of many kinds, with Codable: enums, native scalars, sets, dictionaries, optionals,
           and small archives, by new coders for each, by kept ones, and the first of a process

    contenders:
      explicit  types that write and read their keys by hand
      doubly    the same, linked lists that are linked both ways
      codable   types with synthesised Codable
      kept, kept-codable   explicit and codable with one coder for all archives
      dynamic   graphs of values, without any type of the program
      ceiling   code by hand for one type, positional, with a checksum and all checks
      memcpy    a copy of the bytes into a new array, which has the memory of the one before
      json, plist, keyed   the coders of Foundation; json and plist have trees, with positions for
                references (copies in w6); keyed has fewer objects where it does not survive more,
                and no circles; its ratios are by object
      nscoding  the classes of keyed, with the coders of this package for NSCoding
      empty     archives of nothing

    options:
          --workload NAME   one of the workloads, or several with commas; may be repeated
          --contender NAME  one of the contenders, or several with commas; may be repeated
          --kind NAME       one kind of values of w11, or several with commas; may be repeated
          --rounds N        the number of rounds, instead of 5
          --quick           a tenth of the size or less, two rounds: what it says is not worth much
          --record FILE     write the samples, their machine and the targets to a file, in JSON, after
                            each workload without failures; other workloads stay there as they are
          --keep FILE       keep the archive that w9 verifies under this name
          --json            print what --record writes, and nothing else
      -h, --help            show this help

    exit codes:
      0  all targets are met
      1  some are not, or what was decoded is not what was encoded; each one is printed
      2  wrong usage
      3  a file or a process could not be used
      130, 143  it was interrupted; what it wrote has been removed
    """
}
