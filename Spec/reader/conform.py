#!/usr/bin/env python3
"""Runs a program that reads or writes Stele archives, in any language, over the fixtures, and compares its answers."""
import argparse
import concurrent.futures
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

FINE, FINDING, USAGE, IO = 0, 1, 2, 3
LEVELS = ['frames', 'tables', 'values', 'text', 'checker', 'build', 'canonical', 'digest', 'equal']
LISTS = ['valid', 'invalid', 'order', 'nscoding', 'future', 'texts']     # of the manifest, beside "equal"
LARGEST_ANSWER = 1 << 26                          # bytes that are kept; no right answer is nearly as long
HERE = os.path.dirname(os.path.abspath(__file__))
ABOUT = """\
COMMAND is started once for each fixture, with the archive on standard input. It answers on standard
output, and with its exit code:

  exit code 0   the archive is valid; the text notation (specification, annex C)
  exit code 1   it is not: {"rule": "F3", "offset": 8}, the first refusal (8.1)

Each level after text is a question of its own, for which COMMAND is started with one more argument:

  --checker     exit code 0: the archive, which is valid, has the canonical form
                exit code 1: {"rule": "K3", "offset": 66}, the first refusal of phase 7 (9.6)
  --build       standard input is a text; exit code 0: the archive that C.6 makes of it
                exit code 1: {"rule": "C.6"}, no valid archive can be made of it
  --canonical   exit code 0: the canonical form (chapter 9, with metadata)
                exit code 1: {"rule": "K11"}, there is none
  --digest      exit code 0: the content digest (9.9), 64 hexadecimal digits
                exit code 1: {"rule": "K11"}, there is none
  --equal FILE  exit code 0: "equal" or "different", whether the archive on standard input and that in
                FILE have equal content (9.4)

Levels, each with all before it:
  frames     accepts valid archives; refuses wrong signatures, chunks, heads and indexes
  tables     refuses what is wrong with the class table
  values     refuses what is wrong with records, roots, metadata and references
  text       answers with the right text (the default)
  checker    requires the canonical form
  build      makes archives of texts
  canonical  makes the canonical form
  digest     has the right content digests
  equal      tells equal content from different content

--filter=--build asks the questions of one level only. Texts are compared as JSON values; their layout is free. What the program writes to standard error is
shown in part, if it ends with another exit code.
"""
EXIT_CODES = """\
exit codes:
  0  every answer is right, but those of known failures
  1  an answer is wrong, or that of a known failure is right
  2  wrong usage
  3  a file cannot be read, or the program cannot be started

example, the reader in Python:
  python3 Spec/reader/conform.py --level equal -- python3 Spec/reader/stele.py conform
"""


class UsageError(Exception):
    """What is wrong with the command line."""


class InputError(Exception):
    """A file that cannot be read, or a program that cannot be started."""


# The program.

class Answer:
    """What a program has answered to an archive."""

    def __init__(self, output, status, errors, failure=None):
        self.output, self.status, self.errors, self.failure = output, status, errors, failure

    @property
    def refusal(self):
        """The rule and the offset, or None if the program wrote something else."""
        try:
            refusal = json.loads(self.output)
            rule, offset = refusal['rule'], refusal.get('offset')
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return None
        is_offset = offset is None or isinstance(offset, int) and not isinstance(offset, bool)
        return (rule, offset) if isinstance(rule, str) and is_offset else None

    def __str__(self):
        if self.failure:
            return f'the program {self.failure}'
        if self.status == 1 and self.refusal:
            rule, offset = self.refusal
            return f'the program says {rule[:20]}' + ('' if offset is None else f' at byte {offset}')
        text = f'the program ended with {self.status}'
        if self.status < 0:
            text = f'the program was ended by signal {-self.status}'
        elif self.status == 1:
            text += ', without a refusal in JSON'
        return f'{text}: {self.errors}' if self.errors else text


class Program:
    """A program that answers by the protocol; each time in a process of its own, which may take so many seconds."""

    def __init__(self, command, timeout):
        self.command, self.timeout = command, timeout
        self.running, self.lock = set(), threading.Lock()
        if shutil.which(command[0]) is None:
            raise InputError(f'{command[0]}: there is no such program')

    def answer(self, archive, arguments=()):
        with opened(archive) as data, tempfile.TemporaryFile() as errors:
            try:
                process = subprocess.Popen([*self.command, *arguments], stdin=data, stdout=subprocess.PIPE,
                                           stderr=errors, start_new_session=True)
            except OSError as error:
                raise InputError(f'{self.command[0]}: it cannot be started: {error.strerror}') from None
            failures = []

            def expire():
                failures.append(f'has not answered in {self.timeout:g} seconds')
                end(process)

            timer = threading.Timer(self.timeout, expire)
            with self.lock:
                self.running.add(process)
            try:
                timer.start()
                output = bytearray()
                while part := process.stdout.read1(1 << 16):
                    if len(output) < LARGEST_ANSWER:
                        output += part
                status = process.wait()
            finally:
                timer.cancel()
                if process.poll() is None:
                    end(process)
                process.stdout.close()
                with self.lock:
                    self.running.discard(process)
            errors.seek(max(0, errors.seek(0, os.SEEK_END) - 4096))
            lines = errors.read().decode('utf-8', 'replace').strip().splitlines()
            return Answer(bytes(output), status, lines[-1][:200] if lines else '', failures[0] if failures else None)

    def end(self):
        """Ends all processes."""
        with self.lock:
            for process in self.running:
                end(process)


def end(process):
    """Ends a process and those that it has started."""
    try:
        if hasattr(os, 'killpg'):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except (ProcessLookupError, PermissionError):
        pass


# The questions.

#: For each argument: what a right answer with exit code 0, and one with exit code 1, says about the fixture.
CLAIMS = {'': ('accepted by the specification', 'refused'),
          '--checker': ('in canonical form', 'not in canonical form'),
          '--build': ('the text of an archive', 'refused'),
          '--canonical': ('has a canonical form', 'denied a canonical form'),
          '--digest': ('has a content digest', 'denied a content digest'),
          '--equal': ('comparable', '')}


class Check:
    """One question, and the answer that is right: a refusal, in which no offset stands for any, or the content of a
    file or a word, or nothing."""

    def __init__(self, folder, fixture, level, arguments, text=None, file=None, word=None, refusal=None):
        self.folder, self.fixture, self.level, self.arguments = folder, fixture, LEVELS.index(level), arguments
        self.text, self.file, self.word, self.refusal = text, file, word, refusal

    @property
    def name(self):
        """What a list of known failures calls the question."""
        return ' '.join([self.fixture, *self.arguments])

    def failure(self, program, level):
        """What is wrong with the answer of a program, or None."""
        option, other = self.arguments[:1], self.arguments[1:]
        answer = program.answer(path(self.folder, self.fixture), option + [path(self.folder, file) for file in other])
        accepted, refused = CLAIMS[''.join(option)]
        if self.refusal:
            rule, offset = self.refusal
            right = answer.status == 1 and answer.refusal and not answer.failure
            if right and answer.refusal[0] == rule and offset in (None, answer.refusal[1]):
                return None
            return f'{refused} by {rule}{"" if offset is None else f" at byte {offset}"}; {answer}'
        if answer.status != 0 or answer.failure:
            return f'{accepted}; {answer}'
        if self.file:
            return different_bytes(contents(path(self.folder, self.file)), answer.output)
        if self.word:
            found = ' '.join(answer.output[:80].decode('utf-8', 'replace').split())
            return None if found == self.word else f'the answer is {self.word}; the program says {found or "nothing"}'
        if self.text and level >= LEVELS.index('text'):
            right = contents(path(self.folder, self.text))
            return None if right == answer.output else different_text(right, answer.output, self.text)
        return None


def checks(folder):
    """All questions, in the order of the manifest."""
    manifest_file = os.path.join(folder, 'manifest.json')
    try:
        manifest = json.loads(contents(manifest_file))
        rows = itertools.chain.from_iterable(manifest.get(name, []) for name in LISTS)
        questions = [question for row in rows for question in row_questions(row)]
        questions += [question for group in manifest.get('equal', []) for question in group_questions(group)]
        return [Check(folder, file, level, arguments, **answer) for file, level, arguments, answer in questions]
    except (ValueError, LookupError, TypeError, AttributeError):
        raise InputError(f'{manifest_file}: it is not a manifest of fixtures') from None


def row_questions(row):
    """The questions about a fixture: file, level, further arguments and the right answer."""
    file, is_text = row['file'], row['file'].endswith('.json')
    if 'finding' in row:
        yield file, row['level'], [], refused_by(row['finding'])
        return
    if not is_text:
        yield file, 'frames', [], {'text': row['text']}
    if 'canonical' in row:
        yield file, 'checker', ['--checker'], refused_by(row.get('canonicalFinding'))
    if 'built' in row:
        yield row.get('text', file), 'build', ['--build'], {'file': row['built']}
    elif is_text:
        yield file, 'build', ['--build'], {'refusal': ('C.6', None)}
    for level, member, answer, denied in [('canonical', 'form', 'file', 'denied'),
                                          ('digest', 'digest', 'word', 'digestDenied')]:
        if denied in row:
            yield file, level, [f'--{level}'], {'refusal': (row[denied], None)}
        elif member in row:
            yield file, level, [f'--{level}'], {answer: row[member]}


def refused_by(finding):
    return {'refusal': finding and (finding['rule'], finding['offset'])}


def group_questions(group):
    """The questions about archives in lists of equal content: about each, and about each two that have digests."""
    rows = [(row, content) for content, archives in enumerate(group['contents']) for row in archives]
    for row, _ in rows:
        yield from row_questions(row)
    with_digest = [(row['file'], content) for row, content in rows if 'digest' in row]
    for (file, content), (other, other_content) in itertools.combinations(with_digest, 2):
        yield file, 'equal', ['--equal', other], {'word': 'equal' if content == other_content else 'different'}


def path(folder, file):
    return os.path.join(folder, *file.split('/'))


def opened(file):
    try:
        return open(file, 'rb')
    except OSError as error:
        raise InputError(f'{file}: {error.strerror}') from None


def contents(file):
    with opened(file) as stream:
        return stream.read()


# Comparison.

def different_bytes(right, answer):
    if right == answer:
        return None
    place = next((i for i, (a, b) in enumerate(zip(right, answer)) if a != b), min(len(right), len(answer)))
    return f'the bytes differ from byte {place} on'


def different_text(right, answer, name):
    """Where a text first differs from the right one, which stands in a file of this name; or None."""
    right = right.decode('utf-8')
    try:
        answer = answer.decode('utf-8')
        found = parsed(answer)
    except ValueError as error:
        return f'the text cannot be read: {error}'
    pairs = [('$', parsed(right), found)]
    while pairs:
        place, a, b = pairs.pop()
        if b is None:
            return f'the text lacks {place}, which is {a.shown(right)} in line {a.line(right)} of {name}'
        if a is None:
            return f'the text has {place}, which is {b.shown(answer)} in line {b.line(answer)}, and should not'
        if isinstance(a.value, list) and isinstance(b.value, list):
            children = [(f'{place}[{i}]', *pair) for i, pair in enumerate(itertools.zip_longest(a.value, b.value))]
        elif isinstance(a.value, dict) and isinstance(b.value, dict):
            children = [(f'{place}.{member(key)}', a.value.get(key), b.value.get(key))
                        for key in {**a.value, **b.value}]
        elif same(a.value, b.value):
            continue
        else:
            return (f'the text differs at {place}: it is {b.shown(answer)} in line {b.line(answer)}, and should be '
                    f'{a.shown(right)} as in line {a.line(right)} of {name}')
        pairs += reversed(children)
    return None


def member(key):
    return key if re.fullmatch(r'\w+', key) else json.dumps(key, ensure_ascii=False)


def same(a, b):
    """Whether two JSON values are equal, by C of the specification: 1 and 1.0 differ, and so do 0.0 and -0.0."""
    return type(a) is type(b) and (repr(a) == repr(b) if isinstance(a, float) else a == b)


class Node:
    """A JSON value, and where it stands in the text. The value of an array or object holds further nodes."""
    __slots__ = 'value', 'start', 'end'

    def __init__(self, value, start, end):
        self.value, self.start, self.end = value, start, end

    def line(self, text):
        return text.count('\n', 0, self.start) + 1

    def shown(self, text, length=60):
        part = text[self.start:min(self.end, self.start + length)]
        return part + '...' if self.end > self.start + length else part


TOKEN = re.compile(r"""
    [ \t\r\n]* (?:
        (?P<mark> [{}\[\],:] )
      | (?P<string> " [^"\\\x00-\x1f]* (?: \\ (?: ["\\/bfnrt] | u [0-9a-fA-F]{4} ) [^"\\\x00-\x1f]* )* " )
      | (?P<number> -? (?: 0 | [1-9][0-9]* ) (?P<float> (?: \.[0-9]+ )? (?: [eE][+-]?[0-9]+ )? ) )
      | (?P<word> true | false | null )
      | (?P<end> \Z )
    )""", re.VERBOSE)


def parsed(text):
    """A JSON document as nodes, without recursion. Raises ValueError for anything else."""
    around, expected, position, root = [], 'value', 0, None
    names = []                                    # of the members that are being read, innermost last
    while True:
        token = TOKEN.match(text, position)
        kind = token.lastgroup if token else None
        if kind == 'float':
            kind = 'number'
        line = text.count('\n', 0, position) + 1 if not token else 0
        if not token:
            raise ValueError(f'line {line} is not JSON')
        position, start = token.end(), token.start(kind)
        mark = token['mark']
        if expected == 'end':
            if kind == 'end':
                return root
        elif mark in ('}', ']') and expected in ('comma', {'}': 'name or end', ']': 'value or end'}[mark]) and \
                (mark == '}') == isinstance(around[-1].value, dict):
            node = around.pop()
            node.end = position
            expected = 'comma' if around else 'end'
            continue
        elif expected == 'comma':
            if mark == ',':
                expected = 'name' if isinstance(around[-1].value, dict) else 'value'
                continue
        elif expected == 'colon':
            if mark == ':':
                expected = 'value'
                continue
        elif expected.startswith('name'):
            if kind == 'string':
                names.append(scalar(token, kind))
                if names[-1] in around[-1].value:
                    raise ValueError(f'line {text.count(chr(10), 0, start) + 1} has the member {token[kind]} twice')
                expected = 'colon'
                continue
        elif mark in ('{', '[') or kind in ('string', 'number', 'word'):
            node = Node({'{': {}, '[': []}[mark] if mark else scalar(token, kind), start, position)
            if not around:
                root = node
            elif isinstance(around[-1].value, dict):
                around[-1].value[names.pop()] = node
            else:
                around[-1].value.append(node)
            if mark:
                around.append(node)
            expected = {'{': 'name or end', '[': 'value or end'}[mark] if mark else 'comma' if around else 'end'
            continue
        raise ValueError(f'line {text.count(chr(10), 0, start) + 1} is not JSON')


def scalar(token, kind):
    if kind == 'number':
        return float(token[kind]) if token['float'] else int(token[kind])
    value = json.loads(token[kind])
    if kind == 'string':
        value.encode('utf-8')                     # refuses half a surrogate pair
    return value


# The report.

def escaped(text):
    """Text from elsewhere, in which nothing can steer a terminal."""
    return ''.join(c if c.isprintable() else '\\u{%x}' % ord(c) for c in text)


def grouped(number):
    return f'{number:,}'


class Console:
    """Standard output, with colour on a terminal, and the line of progress on standard error."""

    def __init__(self):
        self.is_colored = sys.stdout.isatty() and not os.environ.get('NO_COLOR') and os.environ.get('TERM') != 'dumb'
        self.shows_progress = sys.stderr.isatty()

    def red(self, text):
        return f'\x1b[1;31m{text}\x1b[0m' if self.is_colored else text

    def progress(self, text):
        if self.shows_progress:
            print(f'\r\x1b[K{text}', end='', file=sys.stderr, flush=True)


def known_failures(file):
    lines = contents(file).decode('utf-8', 'replace').split('\n')
    return {name for name in (line.split('#')[0].strip() for line in lines) if name}


def answers(asked, program, level, jobs, console):
    """What is wrong with the answer to each question, in their order; several are asked at a time."""
    executor = concurrent.futures.ThreadPoolExecutor(jobs)
    try:
        futures = [executor.submit(check.failure, program, level) for check in asked]
        for count, _ in enumerate(concurrent.futures.as_completed(futures), 1):
            if futures[0].done() and futures[0].exception():
                break
            console.progress(f'{grouped(count)} of {grouped(len(asked))} answers')
        return [future.result() for future in futures]
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        program.end()
        console.progress('')


def run(options, console):
    level = LEVELS.index(options.level)
    every = checks(options.fixtures)
    asked = [check for check in every if check.level <= level and options.filter in check.name]
    if not asked:
        raise UsageError(f'no fixture has {escaped(options.filter)} in its name')
    known = known_failures(options.known) if options.known else set()
    program = Program(options.command, options.timeout)
    right, known_count, failures = 0, 0, []
    for check, failure in zip(asked, answers(asked, program, level, options.jobs, console)):
        is_known = check.name in known
        if failure is None and is_known:
            failures.append((check.name, 'it is right, but listed as a known failure'))
        elif failure is None:
            right += 1
        elif is_known:
            known_count += 1
        else:
            failures.append((check.name, failure))
    for name in sorted(known - {check.name for check in every}):
        failures.append((name, 'it is listed as a known failure, but there is no such fixture'))
    if options.json:
        print(json.dumps({'level': options.level, 'right': right, 'knownFailures': known_count,
                          'failures': [{'name': name, 'reason': reason} for name, reason in failures]}))
    else:
        for name, reason in failures:
            print(f'{console.red("FAIL")}  {escaped(name)}  {escaped(reason)}')
        parts = [f'{grouped(right)} right', f'{grouped(len(failures))} wrong']
        if known_count:
            parts.append(f'{grouped(known_count)} known failure' + 's' * (known_count != 1))
        total = right + len(failures) + known_count
        print(f'{grouped(total)} answer{"s" * (total != 1)} up to level {options.level}: {", ".join(parts)}')
    return FINDING if failures else FINE


def seconds(text):
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value < threading.TIMEOUT_MAX:
        raise argparse.ArgumentTypeError('it needs a number of seconds above 0')
    return value


def count(text):
    if not re.fullmatch('[1-9][0-9]{0,5}', text):
        raise argparse.ArgumentTypeError('it needs an integer of at least 1')
    return int(text)


def main():
    parser = argparse.ArgumentParser(
        prog='conform.py', usage='conform.py [options] -- COMMAND...', description=__doc__ + '\n\n' + ABOUT,
        epilog=EXIT_CODES, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    parser.add_argument('command', nargs='+', metavar='COMMAND', help='the program and its arguments, after --')
    parser.add_argument('--fixtures', metavar='DIR', default=os.path.join(HERE, os.pardir, os.pardir, 'Fixtures'),
                        help='the folder of the fixtures; usually the one beside the specification')
    parser.add_argument('--level', metavar='LEVEL', choices=LEVELS, default='text',
                        help='how much to compare: ' + ', '.join(LEVELS))
    parser.add_argument('--filter', metavar='TEXT', default='',
                        help='only fixtures whose name has TEXT in it, such as invalid/decimal')
    parser.add_argument('--known', metavar='FILE',
                        help='fixtures known to be answered wrong: one name a line, # for a comment')
    parser.add_argument('--timeout', metavar='SECONDS', type=seconds, default=10.0,
                        help='how long one answer may take; 10 if not given')
    parser.add_argument('-j', '--jobs', metavar='NUMBER', type=count, default=os.cpu_count() or 1,
                        help='how many answers to ask for at a time; usually one for each processor')
    parser.add_argument('--json', action='store_true', help='say it in JSON, for machines')
    options = parser.parse_args()
    console = Console()
    try:
        code = run(options, console)
        sys.stdout.flush()
    except UsageError as error:
        print(f'conform.py: {error}', file=sys.stderr)
        code = USAGE
    except InputError as error:
        print(f'conform.py: {escaped(str(error))}', file=sys.stderr)
        code = IO
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = IO
    except KeyboardInterrupt:
        print('conform.py: interrupted', file=sys.stderr)
        os._exit(130)
    sys.exit(code)


if __name__ == '__main__':
    main()
