#!/usr/bin/env python3
"""The specification of Stele archives as a program.

It follows the chapters, takes its tables from Spec/format.json, and is meant to be read beside the text:

    tables      format.json, and the refusal                objects    5, 6: records, weak slots, roots, metadata
    primitives  1: varints, strings, counts, XXH64          reading    7: the order of a complete check
    file        2 and 6.3: signatures, chunks, index        canonical  9.2: what a check of the canonical form adds
    classes     3.1 and 4: type descriptors, class table    joining    9.3: how the canonical form is made
    values      3 and 5.3: values                           notation, writing  annex C: text, and text to bytes

Work and memory are linear in the bytes of the archive. What nests by the bytes of an archive is read by recursion that
L1, L2 and L3 bound, on a stack that bears it; references are never followed by recursion.
"""
import argparse
import hashlib
import json
import os
import struct
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import notation
from canonical import require_canonical
from joining import canonical_form
from reading import Archive
from tables import Refusal

FINE, FINDING, USAGE, IO = 0, 1, 2, 3


def verify(data, options):
    archive = Archive(data)
    if options.canonical:
        require_canonical(archive)
    return b''


def dump(data, options):
    return notation.text(Archive(data).content).encode('utf-8')


def build(data, options):
    try:
        return notation.build(data.decode('utf-8'))
    except UnicodeDecodeError:
        raise notation.TextError('the text is not UTF-8') from None


def canonical(data, options):
    return canonical_form(Archive(data).content, not options.without_metadata)


def conform(options):
    """The conformance protocol: an archive on standard input, its text or canonical form, or its refusal, on standard
    output. A refusal by which there is no canonical form has no offset."""
    try:
        write((canonical if options.canonical else dump)(sys.stdin.buffer.read(), options))
        return FINE
    except Refusal as refusal:
        write(json.dumps(refusal.answer()).encode() + b'\n')
        return FINDING


def serve(options):
    """Answers many archives, each with its length before it (u32), with a line of JSON each."""
    while True:
        header = sys.stdin.buffer.read(4)
        if len(header) < 4:
            return FINE
        data = sys.stdin.buffer.read(struct.unpack('<I', header)[0])
        write(json.dumps(judgement(data, options.text)).encode() + b'\n')
        sys.stdout.flush()


def judgement(data, with_text):
    """The refusal, or: the digest of the text or the text, that of the archive built of it, what a complete check that
    requires the canonical form finds, and the digest of the canonical form or the rule by which there is none."""
    try:
        archive = Archive(data)
    except Refusal as refusal:
        return refusal.answer()
    text = notation.text(archive.content)
    answer = {'text': text if with_text else digest(text.encode('utf-8'))}
    try:
        require_canonical(archive)
        answer['canonical'] = None
    except Refusal as refusal:
        answer['canonical'] = refusal.answer()
    try:
        answer['form'] = digest(canonical_form(archive.content))
    except Refusal as refusal:
        answer['form'] = refusal.answer()
    return answer


def digest(data):
    return hashlib.sha256(data).hexdigest()


def write(data):
    sys.stdout.buffer.write(data)


def run(options):
    if options.command in ('conform', 'serve'):
        return {'conform': conform, 'serve': serve}[options.command](options)
    result = FINE
    command = {'verify': verify, 'dump': dump, 'build': build, 'canonical': canonical}[options.command]
    for name in options.files:
        try:
            if name == '-':
                data = sys.stdin.buffer.read()
            else:
                with open(name, 'rb') as file:
                    data = file.read()
        except OSError as error:
            print(f'{name}: {error.strerror}', file=sys.stderr)
            return IO
        try:
            write(command(data, options))
        except Refusal as refusal:
            print(f'{name}: {refusal}', file=sys.stdout if command is verify else sys.stderr, flush=True)
            result = FINDING
        except notation.TextError as error:
            print(f'{name}: {error}', file=sys.stderr)
            result = FINDING
    return result


def with_deep_stack(function, *arguments, **options):
    """Runs a function with a stack for values that nest 512 deep, of types that nest 64 deep (L1, L2).

    A level takes at most seven calls, so only hostile texts reach 20,000, and a call takes far less than 8 KiB. Some
    versions of Python allow less recursion through functions written in C, such as map and join over a generator;
    values never pass through one.
    """
    sys.setrecursionlimit(20_000)
    threading.stack_size(160 << 20)
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(function, *arguments, **options).result()


def main():
    parser = argparse.ArgumentParser(
        prog='stele.py', description='Reads Stele archives by the specification. "-" is standard input.',
        epilog='Exit codes: 0 fine, 1 a file is refused, 2 wrong usage, 3 a file cannot be read or written.')
    commands = parser.add_subparsers(dest='command', required=True, metavar='COMMAND')
    for name, help in [('verify', 'name the first rule that each file breaks'),
                       ('dump', 'print the text notation (annex C)'),
                       ('build', 'turn text notation into an archive'),
                       ('canonical', 'print the canonical form (chapter 9)')]:
        command = commands.add_parser(name, help=help)
        command.add_argument('files', nargs='+', metavar='FILE')
        if name == 'verify':
            command.add_argument('--canonical', action='store_true', help='require the canonical form, too')
        if name == 'canonical':
            command.add_argument('--without-metadata', action='store_true', help='leave metadata out')
    command = commands.add_parser('conform', help='answer the archive on standard input by the conformance protocol')
    command.add_argument('--canonical', action='store_true', help='answer with the canonical form')
    command.set_defaults(without_metadata=False)
    command = commands.add_parser('serve', help='answer many archives, each with its length before it (u32)')
    command.add_argument('--text', action='store_true', help='answer with texts instead of their digests')
    options = parser.parse_args()
    try:
        result = with_deep_stack(run, options)
        sys.stdout.flush()
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            print(f'stele.py: {error.strerror}', file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        result = IO
    sys.exit(result)


if __name__ == '__main__':
    main()
