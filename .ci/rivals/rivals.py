"""pickle, protocol 5, and Apache Fory on the data of stele-bench.

usage: rivals.py w1|w5|w6 pickle|fory

Prints a line as rivals.cpp does. The garbage collector is off, which is to the advantage of both, and the limits of recursion
are raised, which the people and the list exceed. Fory knows the classes, and keeps references, in the form for Python alone.
"""

import dataclasses
import gc
import json
import pickle
import struct
import sys
import time
import typing

MASK = (1 << 64) - 1
DOMAINS = ("example.com", "example.org", "example.net", "mail.example", "post.example", "inbox.test", "corp.test", "uni.test")


class SplitMix64:
    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def below(self, bound):
        return self.next() % bound

    def unit(self):
        return (self.next() >> 11) * 2.0**-53

    def name(self, least, spread):
        return "".join(chr((97 if i else 65) + self.below(26)) for i in range(least + self.below(spread)))


class Hash:
    def __init__(self):
        self.value = 0

    def add(self, number):
        value = ((self.value ^ (number & MASK)) * 0x9E3779B97F4A7C15) & MASK
        self.value = value ^ (value >> 29)

    def text(self, text):
        data = text.encode()
        self.add(len(data))
        for start in range(0, len(data), 8):
            self.add(int.from_bytes(data[start:start + 8], "little"))


@dataclasses.dataclass(eq=False)
class Item:
    id: int
    name: str


@dataclasses.dataclass(eq=False)
class Dog:
    name: str
    age: int


@dataclasses.dataclass(eq=False)
class Person:
    name: str
    age: int
    email: typing.Optional[str]
    weight: float
    active: bool
    tags: typing.List[str]
    friend: typing.Optional["Person"] = None
    dog: typing.Optional[Dog] = None


@dataclasses.dataclass(eq=False)
class Node:
    value: int
    next: typing.Optional["Node"]


def people(count=100_000):
    random = SplitMix64(1)
    dog_count = max(1, count * 3 // 8)
    persons, friends, dogs_of, owner = [], [], [], 0
    for number in range(count):
        name, age = random.name(8, 9), random.below(100)
        email = f"{name.lower()}@{DOMAINS[random.below(8)]}" if random.below(2) == 0 else None
        weight, active = 40 + random.unit() * 80, random.below(2) == 0
        tags = [f"topic-{random.below(50):02}" for _ in range(random.below(4))]
        persons.append(Person(name=name, age=age, email=email, weight=weight, active=active, tags=tags))
        friends.append(random.below(count))
        if number % 4 == 3:
            dogs_of.append(None)
        else:
            dogs_of.append(owner * 48271 % dog_count)
            owner += 1
    dogs = []
    for _ in range(dog_count):
        name = random.name(3, 8)
        dogs.append(Dog(name=name, age=random.below(20)))
    for person, friend, dog in zip(persons, friends, dogs_of):
        person.friend = persons[friend]
        person.dog = None if dog is None else dogs[dog]
    return persons


def hash_people(persons):
    found, dogs = Hash(), {}
    position = {id(person): index for index, person in enumerate(persons)}
    for person in persons:
        found.text(person.name)
        found.add(person.age)
        found.add(0xFFFF) if person.email is None else found.text(person.email)
        found.add(struct.unpack("<Q", struct.pack("<d", person.weight))[0])
        found.add(int(person.active))
        found.add(len(person.tags))
        for tag in person.tags:
            found.text(tag)
        found.add(position[id(person.friend)])
        if person.dog is None:
            found.add(-1)
            continue
        if id(person.dog) not in dogs:
            dogs[id(person.dog)] = len(dogs)
            found.text(person.dog.name)
            found.add(person.dog.age)
        found.add(dogs[id(person.dog)])
    return found.value


def nodes(count=1_000_000):
    head = None
    for value in reversed(range(count)):
        head = Node(value=value, next=head)
    return head


def items(count=1_000_000):
    random = SplitMix64(6)
    pool = [Item(id=number, name=random.name(8, 9)) for number in range(1000)]
    return [pool[random.below(1000)] for _ in range(count)]


def hash_items(found_items):
    found = Hash()
    for item in found_items:
        found.add(item.id)
        found.text(item.name)
    return found.value


def separate(persons):
    for person in persons:
        person.friend = None


def shortest(step, release):
    """Repeats as stele-bench does in a round: once to warm up, then for 0.4 seconds, nine times at most."""
    times = []
    while not times or (sum(times) < 400 and len(times) < 9):
        start = time.process_time_ns()
        result = step()
        times.append((time.process_time_ns() - start) / 1e6)
        release(result)
        del result
        gc.collect()
    return min(times)


def fory():
    import pyfory

    endless = 1 << 40
    coder = pyfory.Fory(
        xlang=False, ref=True, max_depth=10_000_000, max_graph_memory_bytes=endless, max_unbacked_container_items=endless)
    for kind in (Item, Dog, Person, Node):
        coder.register_type(kind)
    return coder.serialize, coder.deserialize


CODERS = {"pickle": lambda: (lambda value: pickle.dumps(value, protocol=5), pickle.loads), "fory": fory}


def main():
    workloads = {
        "w1": (people, hash_people, separate), "w5": (nodes, lambda head: 0, lambda head: None),
        "w6": (items, hash_items, lambda found: None),
    }
    if len(sys.argv) != 3 or sys.argv[1] not in workloads or sys.argv[2] not in CODERS:
        sys.exit(__doc__)
    make, hash_of, release = workloads[sys.argv[1]]
    dumps, loads = CODERS[sys.argv[2]]()
    sys.setrecursionlimit(10_000_000)
    value = make()
    gc.disable()
    data = dumps(value)
    first = loads(data)
    content = hash_of(first)
    release(first)
    del first
    encode = shortest(lambda: dumps(value), lambda _: None)
    decode = shortest(lambda: loads(data), release)
    print(json.dumps({"encode": encode, "decode": decode, "byteCount": len(data), "hash": f"{content:x}"}))


main()
