// The data of Sources/stele-bench, the same values.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

struct SplitMix64 {
    uint64_t s;
    uint64_t next() {
        uint64_t z = (s += 0x9E3779B97F4A7C15ull);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
        return z ^ (z >> 31);
    }
    uint64_t below(uint64_t n) { return next() % n; }
    double unitDouble() { return double(next() >> 11) * 0x1p-53; }
    float unitFloat() { return float(next() >> 40) * 0x1p-24f; }
};

struct Check {
    uint64_t h = 0;
    void add(uint64_t v) { h = (h ^ v) * 0x9E3779B97F4A7C15ull; h ^= h >> 29; }
    void addi(int64_t v) { add(uint64_t(v)); }
    void addd(double v) { uint64_t b; memcpy(&b, &v, 8); add(b); }
    void addf(float v) { uint32_t b; memcpy(&b, &v, 4); add(b); }
    void adds(const std::string& s) {
        addi(s.size());
        size_t i = 0;
        for (; i + 8 <= s.size(); i += 8) { uint64_t c; memcpy(&c, s.data() + i, 8); add(c); }
        if (i < s.size()) { uint64_t c = 0; memcpy(&c, s.data() + i, s.size() - i); add(c); }
    }
};

inline std::string randomName(SplitMix64& r, int min, int spread) {
    int n = min + int(r.below(spread));
    std::string s(n, ' ');
    for (int i = 0; i < n; i++) s[i] = char((i == 0 ? 'A' : 'a') + r.below(26));
    return s;
}

// P<T> is std::shared_ptr<T> or a raw pointer.
template <class T> using Raw = T*;

struct Dog {
    std::string name;
    int64_t age = 0;
    template <class A> void serialize(A& ar) { ar & name & age; }
};

template <template <class> class P> struct PersonT {
    std::string name;
    int64_t age = 0;
    std::optional<std::string> email;
    double weight = 0;
    bool active = false;
    std::vector<std::string> tags;
    P<PersonT> bestFriend{};
    P<Dog> dog{};
    template <class A> void serialize(A& ar) {
        bool hasEmail = email.has_value();  // neither std::optional nor a pointer to a string works with both
        ar & name & age & hasEmail;
        if (hasEmail) {
            if (!email) email.emplace();
            ar & *email;
        }
        ar & weight & active & tags & bestFriend & dog;
    }
};

struct PersonRec {
    std::string name;
    int64_t age;
    std::optional<std::string> email;
    double weight;
    bool active;
    std::vector<std::string> tags;
    int64_t bestFriend;
    int64_t dog;
};
struct DogRec { std::string name; int64_t age; };
struct People { std::vector<PersonRec> persons; std::vector<DogRec> dogs; };

inline People makePeople(int64_t n) {
    static const char* domains[] = {"example.com", "example.org", "example.net", "mail.example",
                                    "post.example", "inbox.test", "corp.test", "uni.test"};
    SplitMix64 r{1};
    int64_t dogCount = std::max<int64_t>(1, n * 3 / 8), owner = 0;
    People p;
    for (int64_t i = 0; i < n; i++) {
        PersonRec x;
        x.name = randomName(r, 8, 9);
        x.age = r.below(100);
        if (r.below(2) == 0) {
            std::string lower = x.name;
            lower[0] = char(lower[0] + 32);
            x.email = lower + "@" + domains[r.below(8)];
        }
        x.weight = 40 + r.unitDouble() * 80;
        x.active = r.below(2) == 0;
        int nt = int(r.below(4));
        for (int t = 0; t < nt; t++) {
            char b[32];
            snprintf(b, sizeof b, "topic-%02d", int(r.below(50)));
            x.tags.push_back(b);
        }
        x.bestFriend = r.below(n);
        x.dog = -1;
        if (i % 4 != 3) { x.dog = (owner * 48271) % dogCount; owner++; }
        p.persons.push_back(std::move(x));
    }
    for (int64_t i = 0; i < dogCount; i++) {
        std::string s = randomName(r, 3, 8);
        p.dogs.push_back({s, int64_t(r.below(20))});
    }
    return p;
}

inline uint64_t check(const People& d) {
    Check c;
    std::vector<int64_t> number(d.dogs.size(), -1);
    int64_t seen = 0;
    for (auto& p : d.persons) {
        c.adds(p.name); c.addi(p.age);
        if (p.email) c.adds(*p.email); else c.add(0xFFFF);
        c.addd(p.weight); c.add(p.active); c.addi(p.tags.size());
        for (auto& t : p.tags) c.adds(t);
        c.addi(p.bestFriend);
        if (p.dog >= 0) {
            if (number[p.dog] < 0) {
                number[p.dog] = seen++;
                c.adds(d.dogs[p.dog].name); c.addi(d.dogs[p.dog].age);
            }
            c.addi(number[p.dog]);
        } else c.addi(-1);
    }
    return c.h;
}

template <template <class> class P, class MP, class MD>
std::vector<P<PersonT<P>>> makeGraph(const People& d, MP makeP, MD makeD) {
    std::vector<P<Dog>> dogs;
    for (auto& x : d.dogs) { auto g = makeD(); g->name = x.name; g->age = x.age; dogs.push_back(g); }
    std::vector<P<PersonT<P>>> ps;
    for (auto& x : d.persons) {
        auto p = makeP();
        p->name = x.name; p->age = x.age; p->weight = x.weight; p->active = x.active; p->tags = x.tags;
        p->email = x.email;
        if (x.dog >= 0) p->dog = dogs[x.dog];
        ps.push_back(p);
    }
    for (size_t i = 0; i < ps.size(); i++) ps[i]->bestFriend = ps[d.persons[i].bestFriend];
    return ps;
}

template <class V> uint64_t checkGraph(const V& ps, size_t* distinctDogs = nullptr) {
    std::unordered_map<const void*, int64_t> index, dogIndex;
    for (size_t i = 0; i < ps.size(); i++) index[&*ps[i]] = i;
    People d;
    for (auto& p : ps) {
        PersonRec x{p->name, p->age, p->email, p->weight, p->active, p->tags, -1, -1};
        x.bestFriend = index.at(&*p->bestFriend);
        if (p->dog) {
            auto [it, isNew] = dogIndex.try_emplace(&*p->dog, int64_t(d.dogs.size()));
            if (isNew) d.dogs.push_back({p->dog->name, p->dog->age});
            x.dog = it->second;
        }
        d.persons.push_back(std::move(x));
    }
    if (distinctDogs) *distinctDogs = d.dogs.size();
    return check(d);
}

struct Vec3 { float x, y, z; template <class A> void serialize(A& ar) { ar & x & y & z; } };
struct Triangle { Vec3 v0, v1, v2, normal; template <class A> void serialize(A& ar) { ar & v0 & v1 & v2 & normal; } };
inline std::vector<Triangle> makeMesh(int64_t n) {
    SplitMix64 r{2};
    auto v = [&] { Vec3 a; a.x = r.unitFloat(); a.y = r.unitFloat(); a.z = r.unitFloat(); return a; };
    std::vector<Triangle> t;
    for (int64_t i = 0; i < n; i++) { Vec3 a = v(), b = v(), c = v(), d = v(); t.push_back({a, b, c, d}); }
    return t;
}
inline uint64_t check(const std::vector<Triangle>& m) {
    Check c;
    for (auto& t : m) for (auto* v : {&t.v0, &t.v1, &t.v2, &t.normal}) { c.addf(v->x); c.addf(v->y); c.addf(v->z); }
    return c.h;
}

struct Log {
    uint8_t x0, x1, x2, x3;
    std::string identity, userid, date, request;
    uint16_t code;
    uint64_t size;
    template <class A> void serialize(A& ar) {
        ar & x0 & x1 & x2 & x3 & identity & userid & date & request & code & size;
    }
};
inline std::vector<Log> makeLogs(int64_t n) {
    SplitMix64 r{3};
    static const char* userids[] = {"-", "alice", "bob", "carmen", "david", "eric", "frank", "george", "harry"};
    static const char* months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    static const uint16_t codes[] = {100, 101, 200, 201, 204, 206, 301, 302, 304, 400, 401, 403, 404, 418, 500, 503};
    static const char* methods[] = {"GET", "POST", "PUT", "UPDATE", "DELETE"};
    static const char* routes[] = {"/favicon.ico", "/css/index.css", "/css/font-awsome.min.css", "/img/logo-full.svg",
                                   "/img/splash.jpg", "/api/login", "/api/logout"};
    static const char* protocols[] = {"HTTP/1.0", "HTTP/1.1", "HTTP/2", "HTTP/3"};
    std::vector<Log> out;
    for (int64_t i = 0; i < n; i++) {
        Log l;
        l.x0 = r.below(256); l.x1 = r.below(256); l.x2 = r.below(256); l.x3 = r.below(256);
        l.identity = "-";
        l.userid = userids[r.below(9)];
        int day = 1 + r.below(28); const char* mo = months[r.below(12)]; int year = 1970 + r.below(52);
        int hh = r.below(24), mm = r.below(60), ss = r.below(60), tz = r.below(13);
        char b[64];
        snprintf(b, sizeof b, "%d/%s/%d:%d:%d:%d +%02d00", day, mo, year, hh, mm, ss, tz);
        l.date = b;
        std::string me = methods[r.below(5)], ro = routes[r.below(7)], pr = protocols[r.below(4)];
        l.request = me + " " + ro + " " + pr;
        l.code = codes[r.below(16)];
        l.size = r.below(100000000);
        out.push_back(l);
    }
    return out;
}
inline uint64_t check(const std::vector<Log>& ls) {
    Check c;
    for (auto& x : ls) {
        c.add(x.x0); c.add(x.x1); c.add(x.x2); c.add(x.x3);
        c.adds(x.identity); c.adds(x.userid); c.adds(x.date); c.adds(x.request);
        c.add(x.code); c.add(x.size);
    }
    return c.h;
}

inline std::vector<double> makeDoubles(int64_t n) {
    SplitMix64 r{4};
    std::vector<double> v;
    for (int64_t i = 0; i < n; i++) v.push_back(r.unitDouble() * 1e6);
    return v;
}
inline uint64_t check(const std::vector<double>& v) { Check c; for (auto x : v) c.addd(x); return c.h; }

template <template <class> class P> struct NodeT {
    int64_t value = 0;
    P<NodeT> next{};
    template <class A> void serialize(A& ar) { ar & value & next; }
};

struct Item {
    int64_t id = 0;
    std::string name;
    template <class A> void serialize(A& ar) { ar & id & name; }
};
template <class P, class M> std::vector<P> makeItems(int64_t n, M make) {
    SplitMix64 r{6};
    std::vector<P> pool, out;
    for (int i = 0; i < 1000; i++) { auto p = make(); p->id = i; p->name = randomName(r, 8, 9); pool.push_back(p); }
    for (int64_t i = 0; i < n; i++) out.push_back(pool[r.below(1000)]);
    return out;
}
template <class V> uint64_t checkItems(const V& v) { Check c; for (auto& i : v) { c.addi(i->id); c.adds(i->name); } return c.h; }
template <class V> size_t distinct(const V& v) {
    std::unordered_set<const void*> s;
    for (auto& i : v) s.insert(&*i);
    return s.size();
}
