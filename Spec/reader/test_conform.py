#!/usr/bin/env python3
"""Tests of the runner: programs that answer rightly, wrongly or never, over a few fixtures.

Run with: python3 Spec/reader/test_conform.py
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest

import conform

HERE = os.path.dirname(os.path.abspath(__file__))
TEXT = '{"stele": "1.0",\n "objects": [\n  {"name": "Ann", "age": 36},\n  {"name": "Bob", "size": 1.5}]}\n'
MANIFEST = {
    'valid': [{'file': 'valid/good.stele', 'text': 'valid/good.json', 'form': 'canonical/good.stele'},
              {'file': 'valid/key.stele', 'text': 'valid/good.json', 'denied': 'K11'}],
    'invalid': [{'file': 'invalid/bad.stele', 'level': 'frames', 'finding': {'rule': 'F1', 'offset': 0}}],
    'order': [],
    'nscoding': [{'file': 'nscoding/dog.stele', 'text': 'valid/good.json'}],
    'future': [{'file': 'future/later.stele', 'level': 'values', 'finding': {'rule': 'F12', 'offset': 33}}]}
FILES = {'valid/good.stele': 'good', 'valid/key.stele': 'key', 'invalid/bad.stele': 'bad', 'nscoding/dog.stele': 'dog',
         'future/later.stele': 'later', 'valid/good.json': TEXT, 'canonical/good.stele': 'form',
         'manifest.json': json.dumps(MANIFEST)}
#: A reader that knows all answers. Tests replace parts of it.
READER = '''
import json, sys, time
def refuse(rule, offset=None):
    print(json.dumps({'rule': rule, 'offset': offset} if offset is not None else {'rule': rule}))
    sys.exit(1)
def accept(text):
    sys.stdout.write(text)
    sys.exit(0)
archive = sys.stdin.read()
if archive == 'bad': refuse('F1', 0)
if archive == 'later': refuse('F12', 33)
if '--canonical' in sys.argv:
    if archive == 'key': refuse('K11')
    accept('form')
accept(TEXT)
'''


#: Fixtures for the questions of a level of their own, and a program that knows all answers.
FURTHER_MANIFEST = {
    'valid': [{'file': 'valid/form.stele', 'text': 'valid/good.json', 'canonical': True, 'built': 'valid/form.stele',
               'digest': '1f'},
              {'file': 'valid/loose.stele', 'text': 'valid/good.json', 'canonical': False,
               'canonicalFinding': {'rule': 'K3', 'offset': 66}, 'digestDenied': 'K11'}],
    'invalid': [], 'order': [],
    'texts': [{'file': 'texts/other.json', 'built': 'valid/form.stele'}, {'file': 'texts/wrong.json'}],
    'equal': [{'contents': [
        [{'file': 'equal/a1.stele', 'text': 'valid/good.json', 'digest': 'a0'},
         {'file': 'equal/a2.stele', 'text': 'valid/good.json', 'digest': 'a0'}],
        [{'file': 'equal/b1.stele', 'text': 'valid/good.json', 'digest': 'b0'}],
        [{'file': 'equal/c1.stele', 'text': 'valid/good.json', 'digestDenied': 'K13'}]]}]}
FURTHER_FILES = {'valid/form.stele': 'form', 'valid/loose.stele': 'loose', 'texts/other.json': 'other',
                 'texts/wrong.json': 'wrong', 'equal/a1.stele': 'a 1', 'equal/a2.stele': 'a 2', 'equal/b1.stele': 'b 1',
                 'equal/c1.stele': 'c 1', 'manifest.json': json.dumps(FURTHER_MANIFEST)}
FURTHER_ANSWERS = '''
if '--checker' in sys.argv:
    if archive == 'loose': refuse('K3', 66)
    accept('')
if '--build' in sys.argv:
    if archive == 'wrong': refuse('C.6')
    accept('form')
if '--digest' in sys.argv:
    if archive == 'loose': refuse('K11')
    if archive == 'c 1': refuse('K13')
    accept({'form': '1f'}.get(archive, archive[0] + '0'))
if '--equal' in sys.argv:
    accept('equal' if open(sys.argv[-1]).read()[0] == archive[0] else 'different')
accept(TEXT)
'''


class RunnerTests(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        for name, text in FILES.items():
            self.write(os.path.join('Fixtures', *name.split('/')), text)

    def write(self, name, text):
        file = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(file, 'w', encoding='utf-8') as stream:
            stream.write(text)
        return file

    def run_command(self, *arguments):
        command = [sys.executable, os.path.join(HERE, 'conform.py'), *arguments]
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        return result.returncode, result.stdout.decode().splitlines(), result.stderr.decode().splitlines()

    def run_reader(self, *options, replacing='', by='', text=TEXT, program=READER):
        """Exit code and lines of output of a run with the right reader, in which something is replaced."""
        self.assertIn(replacing, program)
        reader = self.write('reader.py', f'TEXT = {text!r}\n' + program.replace(replacing, by))
        fixtures = os.path.join(self.folder, 'Fixtures')
        code, lines, errors = self.run_command('--fixtures', fixtures, *options, '--', sys.executable, '-ES', reader)
        self.assertEqual(errors, [])
        return code, lines

    def test_a_reader_with_the_right_answers_passes_at_every_level(self):
        for level, total in [('frames', 4), ('tables', 4), ('values', 5), ('text', 5), ('canonical', 7)]:
            self.assertEqual(self.run_reader('--level', level),
                             (0, [f'{total} answers up to level {level}: {total} right, 0 wrong']))
        code, lines = self.run_reader('--json')
        self.assertEqual((code, json.loads(lines[0])),
                         (0, {'level': 'text', 'right': 5, 'knownFailures': 0, 'failures': []}))

    def test_the_layout_of_a_text_is_free(self):
        members = dict(reversed(json.loads(TEXT).items()))
        self.assertEqual(self.run_reader(text=json.dumps(members))[0], 0)

    def test_a_wrong_text_is_shown_where_it_differs_with_both_values(self):
        name = 'valid/good.json'
        for old, new, reason in [
                ('"Ann"', '"Eva"', 'the text differs at $.objects[0].name: it is "Eva" in line 3, and should be "Ann" '
                                   f'as in line 3 of {name}'),
                ('1.5', '2', f'the text differs at $.objects[1].size: it is 2 in line 4, and should be 1.5 as in line 4 of {name}'),
                ('36', '36.0', f'the text differs at $.objects[0].age: it is 36.0 in line 3, and should be 36 as in line 3 of {name}'),
                (', "age": 36', '', f'the text lacks $.objects[0].age, which is 36 in line 3 of {name}'),
                ('36', '36, "a b": []', 'the text has $.objects[0]."a b", which is [] in line 3, and should not'),
                ('1.5}', '1.5}, 7', 'the text has $.objects[2], which is 7 in line 4, and should not'),
                ('"objects"', '"stele"', 'the text cannot be read: line 2 has the member "stele" twice'),
                ('36}', '36,}', 'the text cannot be read: line 3 is not JSON'),
                ('Ann', r'\ud800', 'the text cannot be read: \'utf-8\' codec can\'t encode character \'\\ud800\' in '
                                   'position 0: surrogates not allowed'),
                (TEXT, '', 'the text cannot be read: line 1 is not JSON')]:
            with self.subTest(new):
                self.assertEqual(conform.different_text(TEXT.encode(), TEXT.replace(old, new).encode(), name), reason)
        code, lines = self.run_reader('--filter', 'valid/good', text=TEXT.replace('"Bob", ', '1, '))
        self.assertEqual((code, lines[0]), (1, 'FAIL  valid/good.stele  the text differs at $.objects[1].name: it is 1 '
                                               'in line 4, and should be "Bob" as in line 4 of valid/good.json'))

    def test_a_long_value_is_shown_in_part(self):
        _, lines = self.run_reader('--filter', 'valid/good', text=TEXT.replace('Ann', 'A' * 1000))
        self.assertIn('it is "' + 'A' * 59 + '... in line 3', lines[0])

    def test_another_rule_or_offset_is_a_wrong_answer(self):
        for refusal, found in [("'F2', 0", 'F2 at byte 0'), ("'F1', 1", 'F1 at byte 1'), ("'F1'", 'F1')]:
            self.assertEqual(self.run_reader(replacing="'F1', 0", by=refusal), (1, [
                f'FAIL  invalid/bad.stele  refused by F1 at byte 0; the program says {found}',
                '5 answers up to level text: 4 right, 1 wrong']))
        _, lines = self.run_reader('--level', 'canonical', replacing='K11', by='K12')
        self.assertEqual(lines[0], 'FAIL  valid/key.stele --canonical  denied a canonical form by K11; the program says K12')

    def test_a_reader_that_accepts_everything_is_told_what_it_should_have_refused(self):
        code, lines = self.run_reader(replacing='archive = sys.stdin.read()', by='accept(TEXT)')
        self.assertEqual((code, lines[:2]), (1, [
            'FAIL  invalid/bad.stele  refused by F1 at byte 0; the program ended with 0',
            'FAIL  future/later.stele  refused by F12 at byte 33; the program ended with 0']))

    def test_a_reader_that_refuses_everything_is_told_what_it_should_have_accepted(self):
        _, lines = self.run_reader(replacing='accept(TEXT)', by="refuse('T1', 8)")
        self.assertEqual(lines[0], 'FAIL  valid/good.stele  accepted by the specification; the program says T1 at byte 8')

    def test_another_canonical_form_differs_from_a_byte_on(self):
        _, lines = self.run_reader('--level', 'canonical', replacing="accept('form')", by="accept('fort')")
        self.assertEqual(lines[0], 'FAIL  valid/good.stele --canonical  the bytes differ from byte 3 on')

    def run_further(self, *options, replacing='', by=''):
        for name, text in FURTHER_FILES.items():
            self.write(os.path.join('Fixtures', *name.split('/')), text)
        program = READER.replace('accept(TEXT)\n', FURTHER_ANSWERS)
        return self.run_reader(*options, replacing=replacing, by=by, program=program)

    def test_a_program_with_the_right_answers_passes_at_every_level_with_a_question_of_its_own(self):
        for level, total in [('text', 6), ('checker', 8), ('build', 11), ('canonical', 11), ('digest', 17), ('equal', 20)]:
            self.assertEqual(self.run_further('--level', level),
                             (0, [f'{total} answers up to level {level}: {total} right, 0 wrong']))

    def test_a_filter_asks_the_questions_of_one_level(self):
        for level, total in [('checker', 2), ('build', 3), ('digest', 6), ('equal', 3)]:
            self.assertEqual(self.run_further('--level', 'equal', f'--filter=--{level}'),
                             (0, [f'{total} answers up to level equal: {total} right, 0 wrong']))

    def test_a_wrong_answer_at_each_level_is_shown_with_the_right_one(self):
        for level, old, new, reasons in [
                ('checker', "refuse('K3', 66)", "refuse('K4', 66)", [
                    'valid/loose.stele --checker  not in canonical form by K3 at byte 66; the program says K4 at byte 66']),
                ('checker', "refuse('K3', 66)", "refuse('K3')", [
                    'valid/loose.stele --checker  not in canonical form by K3 at byte 66; the program says K3']),
                ('checker', "refuse('K3', 66)", "accept('')", [
                    'valid/loose.stele --checker  not in canonical form by K3 at byte 66; the program ended with 0']),
                ('checker', "accept('')", "refuse('K1', 8)", [
                    'valid/form.stele --checker  in canonical form; the program says K1 at byte 8']),
                ('build', "refuse('C.6')", "accept('form')", [
                    'texts/wrong.json --build  refused by C.6; the program ended with 0']),
                ('build', "accept('form')", "accept('fort' if archive == 'other' else 'form')", [
                    'texts/other.json --build  the bytes differ from byte 3 on']),
                ('build', "if archive == 'wrong': refuse", "if archive in ('wrong', TEXT): refuse", [
                    'valid/good.json --build  the text of an archive; the program says C.6']),
                ('digest', "'1f'", "'1F'", [
                    'valid/form.stele --digest  the answer is 1f; the program says 1F']),
                ('digest', "accept({'form'", "if archive != 'form': accept('')\n    accept({'form'", [
                    f'equal/{name}.stele --digest  the answer is {name[0]}0; the program says nothing'
                    for name in ('a1', 'a2', 'b1')]),
                ('digest', "refuse('K13')", "accept('00')", [
                    'equal/c1.stele --digest  denied a content digest by K13; the program ended with 0']),
                ('digest', "refuse('K11')", "refuse('K13')", [
                    'valid/loose.stele --digest  denied a content digest by K11; the program says K13']),
                ('equal', "'different'", "'equal'", [
                    f'equal/{name}.stele --equal equal/b1.stele  the answer is different; the program says equal'
                    for name in ('a1', 'a2')]),
                ('equal', "'equal' if", "'different' if", [
                    'equal/a1.stele --equal equal/a2.stele  the answer is equal; the program says different'])]:
            with self.subTest(level=level, new=new):
                code, lines = self.run_further('--level', level, replacing=old, by=new)
                self.assertEqual((code, lines[:-1]), (1, [f'FAIL  {reason}' for reason in reasons]))

    def test_a_reader_that_hangs_is_ended(self):
        code, lines = self.run_reader('--timeout', '0.5', replacing="refuse('F1', 0)", by='time.sleep(1000)')
        self.assertEqual((code, lines), (1, [
            'FAIL  invalid/bad.stele  refused by F1 at byte 0; the program has not answered in 0.5 seconds',
            '5 answers up to level text: 4 right, 1 wrong']))

    def test_a_reader_that_never_stops_writing_is_ended(self):
        _, lines = self.run_reader('--timeout', '0.5', replacing="refuse('F1', 0)",
                                   by="[sys.stdout.write('x' * 65536) for _ in iter(int, 1)]")
        self.assertEqual(lines[0],
                         'FAIL  invalid/bad.stele  refused by F1 at byte 0; the program has not answered in 0.5 seconds')

    def test_what_a_reader_has_started_is_ended_too(self):
        child = '__import__("subprocess").Popen([sys.executable, "-c", "import time; time.sleep(1000)"])'
        _, lines = self.run_reader('--timeout', '0.5', replacing="refuse('F1', 0)", by=f"{child}; refuse('F1', 0)")
        self.assertEqual(lines[0],
                         'FAIL  invalid/bad.stele  refused by F1 at byte 0; the program has not answered in 0.5 seconds')

    def test_a_reader_that_crashes_is_shown_with_its_last_words(self):
        for crash, words in [("sys.exit('no\\x1b[2J')", "ended with 1, without a refusal in JSON: no\\u{1b}[2J"),
                             ('sys.exit(9)', 'ended with 9'),
                             ('raise KeyError(7)', 'ended with 1, without a refusal in JSON: KeyError: 7'),
                             ('__import__("os").abort()', 'was ended by signal 6')]:
            code, lines = self.run_reader(replacing="refuse('F1', 0)", by=crash)
            self.assertEqual((code, lines[0]),
                             (1, f'FAIL  invalid/bad.stele  refused by F1 at byte 0; the program {words}'))

    def test_known_failures_have_to_fail(self):
        known = self.write('known', '# soon\ninvalid/bad.stele   # accepts too much\nvalid/key.stele --canonical\n')
        self.assertEqual(self.run_reader('--known', known, replacing="refuse('F1', 0)", by='accept(TEXT)'),
                         (0, ['5 answers up to level text: 4 right, 0 wrong, 1 known failure']))
        self.assertEqual(self.run_reader('--known', known), (1, [
            'FAIL  invalid/bad.stele  it is right, but listed as a known failure',
            '5 answers up to level text: 4 right, 1 wrong']))
        self.write('known', 'invalid/nothing.stele')
        self.assertEqual(self.run_reader('--known', known)[1][0],
                         'FAIL  invalid/nothing.stele  it is listed as a known failure, but there is no such fixture')

    def test_a_filter_leaves_out_all_other_fixtures(self):
        self.assertEqual(self.run_reader('--filter', 'invalid/'), (0, ['1 answer up to level text: 1 right, 0 wrong']))
        self.assertEqual(self.run_reader('--filter', 'o', '-j', '3'), (0, ['2 answers up to level text: 2 right, 0 wrong']))

    def test_what_is_missing_is_one_error(self):
        fixtures = ['--fixtures', os.path.join(self.folder, 'Fixtures')]
        self.assertEqual(self.run_command(*fixtures, '--', 'no-such-program'),
                         (3, [], ['conform.py: no-such-program: there is no such program']))
        script = self.write('script', '#!/no/such/interpreter\n')
        os.chmod(script, 0o755)
        self.assertEqual(self.run_command(*fixtures, '--', script),
                         (3, [], [f'conform.py: {script}: it cannot be started: No such file or directory']))
        self.assertEqual(self.run_command(*fixtures, '--', self.folder),
                         (3, [], [f'conform.py: {self.folder}: there is no such program']))
        none = os.path.join(self.folder, 'none')
        self.assertEqual(self.run_command('--fixtures', none, '--', sys.executable),
                         (3, [], [f'conform.py: {os.path.join(none, "manifest.json")}: No such file or directory']))
        self.assertEqual(self.run_command(*fixtures, '--known', none, '--', sys.executable)[0], 3)
        os.remove(os.path.join(self.folder, 'Fixtures', 'valid', 'good.stele'))
        code, lines, errors = self.run_command(*fixtures, '--', sys.executable, '-c', '')
        self.assertEqual((code, lines, len(errors)), (3, [], 1))
        self.write('Fixtures/manifest.json', '[1]')
        code, _, errors = self.run_command(*fixtures, '--', sys.executable)
        self.assertEqual((code, len(errors)), (3, 1))

    def test_wrong_usage(self):
        for arguments in [], ['--level', 'all', '--', 'true'], ['--timeout', '0', '--', 'true'], ['-j', '0', '--', 'true']:
            self.assertEqual(self.run_command(*arguments)[0], 2)
        for option, value, need in [('--timeout', 'nan', 'a number of seconds above 0'), ('--jobs', 'x', 'an integer of at least 1')]:
            self.assertIn(f'{option}: it needs {need}', self.run_command(option, value, '--', 'true')[2][-1])
        code, _, errors = self.run_command('--fixtures', os.path.join(self.folder, 'Fixtures'),
                                           '--filter', 'nothing', '--', sys.executable)
        self.assertEqual((code, errors), (2, ['conform.py: no fixture has nothing in its name']))


class NotationTests(unittest.TestCase):
    def test_documents_are_those_of_the_json_module(self):
        for text in ['{}', '[]', ' [1, -0, 1.5e3, "\\u00e9\\n", true, false, null, {"a": [{}]}] ', '"x"', '{"a":{"b":[]}}']:
            self.assertEqual(plain(conform.parsed(text)), json.loads(text))
        for text in ['', '[', '{', '[1', '[1,]', '{"a"}', '{"a":}', '{"a":1,}', '{1:2}', '[}', '{]', '[1]]', '1 2', '01',
                     '+1', '.5', '1.', 'NaN', "'a'", '"\n"', '"\\x"', 'tru', '{"a":1 "b":2}', '[1 2]', ':', ',', '\ufeff[]']:
            with self.subTest(text):
                self.assertRaises(ValueError, conform.parsed, text)

    def test_depth_needs_no_stack(self):
        text = '[' * 100_000 + ']' * 100_000
        self.assertIsNone(conform.different_text(text.encode(), text.encode(), ''))


def plain(node):
    if isinstance(node.value, dict):
        return {name: plain(part) for name, part in node.value.items()}
    return [plain(part) for part in node.value] if isinstance(node.value, list) else node.value


if __name__ == '__main__':
    unittest.main()
