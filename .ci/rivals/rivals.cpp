// cereal and Boost.Serialization, binary archives, on the data of stele-bench.
//   rivals WORKLOAD CODER     one line of JSON: the shortest processor times in milliseconds, and the hash of what was decoded
// A hash as of stele-bench means that the content is the same, and that shared objects are still shared.
#include "data.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <streambuf>

#include <cereal/archives/binary.hpp>
#include <cereal/types/memory.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/vector.hpp>

#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/serialization/shared_ptr.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/vector.hpp>

template <class T> using Shared = std::shared_ptr<T>;

// cereal uses the member serialize(Archive&); Boost asks for one with a version, forwarded here.
namespace boost { namespace serialization {
template <class A> void serialize(A& ar, Dog& v, const unsigned) { v.serialize(ar); }
template <class A, template <class> class P> void serialize(A& ar, PersonT<P>& v, const unsigned) { v.serialize(ar); }
template <class A> void serialize(A& ar, Vec3& v, const unsigned) { v.serialize(ar); }
template <class A> void serialize(A& ar, Triangle& v, const unsigned) { v.serialize(ar); }
template <class A> void serialize(A& ar, Log& v, const unsigned) { v.serialize(ar); }
template <class A, template <class> class P> void serialize(A& ar, NodeT<P>& v, const unsigned) { v.serialize(ar); }
template <class A> void serialize(A& ar, Item& v, const unsigned) { v.serialize(ar); }
}}

BOOST_CLASS_IMPLEMENTATION(Vec3, boost::serialization::object_serializable)
BOOST_CLASS_IMPLEMENTATION(Triangle, boost::serialization::object_serializable)
BOOST_CLASS_TRACKING(Vec3, boost::serialization::track_never)
BOOST_CLASS_TRACKING(Triangle, boost::serialization::track_never)
BOOST_CLASS_TRACKING(Log, boost::serialization::track_never)

// Streams over plain memory: the fastest that a stream archive can be given.
struct OutBuf : std::streambuf {
    std::vector<char> v;
    OutBuf() { v.reserve(4096); }
    std::streamsize xsputn(const char* s, std::streamsize n) override { v.insert(v.end(), s, s + n); return n; }
    int overflow(int c) override { v.push_back(char(c)); return c; }
};
struct InBuf : std::streambuf {
    InBuf(const std::vector<char>& v) { char* p = const_cast<char*>(v.data()); setg(p, p, p + v.size()); }
    std::streamsize xsgetn(char* s, std::streamsize n) override {
        std::streamsize k = std::min<std::streamsize>(n, egptr() - gptr());
        memcpy(s, gptr(), k);
        setg(eback(), gptr() + k, egptr());
        return k;
    }
};

struct Cereal {
    template <class T> static std::vector<char> encode(const T& v) {
        OutBuf b;
        std::ostream os(&b);
        { cereal::BinaryOutputArchive ar(os); ar(v); }
        return std::move(b.v);
    }
    template <class T> static T decode(const std::vector<char>& d) {
        InBuf b(d);
        std::istream is(&b);
        cereal::BinaryInputArchive ar(is);
        T v;
        ar(v);
        return v;
    }
};
struct Boost {
    template <class T> static std::vector<char> encode(const T& v) {
        OutBuf b;
        { boost::archive::binary_oarchive ar(b); ar << v; }
        return std::move(b.v);
    }
    template <class T> static T decode(const std::vector<char>& d) {
        InBuf b(d);
        boost::archive::binary_iarchive ar(b);
        T v;
        ar >> v;
        return v;
    }
};

inline double nowMs() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

// Repeats as stele-bench does in a round: once to warm up, then for 0.4 seconds, nine times at most.
template <class F> double shortest(F f) {
    double best = INFINITY, sum = 0;
    for (int i = 0; i < 9 && (i == 0 || sum < 400); i++) {
        double t = f();
        best = std::min(best, t);
        sum += t;
    }
    return best;
}

template <class L, class V, class C, class X> void measure(const V& value, C check, X dispose) {
    std::vector<char> bytes = L::encode(value);
    V first = L::template decode<V>(bytes);
    uint64_t hash = check(first);
    dispose(first);
    double encode = shortest([&] { double t = nowMs(); auto x = L::encode(value); return nowMs() - t; });
    double decode = shortest([&] {
        double t = nowMs();
        V x = L::template decode<V>(bytes);
        t = nowMs() - t;
        dispose(x);
        return t;
    });
    printf("{\"encode\": %.4f, \"decode\": %.4f, \"byteCount\": %zu, \"hash\": \"%lx\"}\n", encode, decode, bytes.size(), (unsigned long)hash);
}

// P is std::shared_ptr or a raw pointer.
template <class L, template <class> class P> bool run(const std::string& w) {
    constexpr bool raw = std::is_pointer_v<P<Dog>>;
    auto make = [](auto* none) {
        using T = std::remove_pointer_t<decltype(none)>;
        if constexpr (raw) return new T(); else return std::make_shared<T>();
    };
    if (w == "w1") {
        auto people = makeGraph<P>(
            makePeople(100000), [&] { return make((PersonT<P>*)nullptr); }, [&] { return make((Dog*)nullptr); });
        using V = std::vector<P<PersonT<P>>>;
        measure<L>(people, [](V& v) { return checkGraph(v); }, [](V& v) {
            if constexpr (raw) {
                std::unordered_set<Dog*> dogs;
                for (auto p : v) if (p->dog) dogs.insert(p->dog);
                for (auto d : dogs) delete d;
                for (auto p : v) delete p;
            } else for (auto& p : v) p->bestFriend = nullptr;
        });
    } else if (w == "w5") {
        P<NodeT<P>> head{};
        for (int64_t i = 999999; i >= 0; i--) { auto x = make((NodeT<P>*)nullptr); x->value = i; x->next = head; head = x; }
        // They recurse, so nothing is measured after the first time.
        measure<L>(head, [](auto&) { return 0; }, [](auto&) {});
    } else if (w == "w6") {
        auto items = makeItems<P<Item>>(1000000, [&] { return make((Item*)nullptr); });
        measure<L>(items, [](auto& v) { return checkItems(v); }, [](auto& v) {
            if constexpr (raw) {
                std::unordered_set<Item*> s(v.begin(), v.end());
                for (auto p : s) delete p;
            }
        });
    } else if (w == "w2") measure<L>(makeMesh(125000), [](auto& v) { return check(v); }, [](auto&) {});
    else if (w == "w3") measure<L>(makeLogs(10000), [](auto& v) { return check(v); }, [](auto&) {});
    else if (w == "w4d") measure<L>(makeDoubles(4000000), [](auto& v) { return check(v); }, [](auto&) {});
    else return false;
    return true;
}

int main(int argc, char** argv) {
    std::string w = argc == 3 ? argv[1] : "", coder = argc == 3 ? argv[2] : "";
    bool known = coder == "cereal" ? run<Cereal, Shared>(w)
        : coder == "boost" ? run<Boost, Shared>(w)
        : coder == "boost-rawptr" ? run<Boost, Raw>(w)
        : false;
    if (!known) fprintf(stderr, "usage: rivals w1|w2|w3|w4d|w5|w6 cereal|boost|boost-rawptr\n");
    return known ? 0 : 2;
}
