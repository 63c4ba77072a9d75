// Finds a part of the language of C++ that does not work: prints a line for each part of it.
#include <cstdint>
#include <cstdio>
#include <new>
#include <typeinfo>

namespace {

int alive;

struct Shape {
    Shape() {
        alive++;
    }
    virtual ~Shape() {
        alive--;
    }
    virtual int corners() const = 0;
};

struct Square : Shape {
    int corners() const override {
        return 4;
    }
};

struct Triangle : virtual Shape {
    int corners() const override {
        return 3;
    }
};

template <typename Number, int count> struct Vector {
    Number element[count] = {};
    template <typename Function> Number fold(Function function) const {
        Number result{};
        for (Number each : element)
            result = function(result, each);
        return result;
    }
};

struct Announced {
    const char *name;
    explicit Announced(const char *name) : name(name) {
        std::printf("%s begins\n", name);
    }
    ~Announced() {
        std::printf("%s ends\n", name);
    }
};

Announced first("a global object");

Announced &made_when_asked_for() {
    static Announced object("a local static object");
    return object;
}

thread_local int mine = 41;
thread_local Announced own("a thread-local object");

struct alignas(256) Line {
    char bytes[256];
};

struct Failure {
    int code;
};

[[noreturn]] void fail(int code) {
    Announced unwound("an object on the stack");
    throw Failure{code};
}

} // namespace

int main() {
    Shape *shapes[] = {new Square, new Triangle};
    for (Shape *shape : shapes)
        std::printf("%d corners%s\n", shape->corners(),
                    dynamic_cast<Triangle *>(shape) ? ", a triangle" : "");
    std::printf("%s\n",
                typeid(*shapes[0]) == typeid(Square) ? "a Square by its type" : "wrong type");
    for (Shape *shape : shapes)
        delete shape;
    std::printf("%d shapes are left\n", alive);

    Vector<double, 3> vector{{1, 2, 3.5}};
    std::printf("folded: %g\n", vector.fold([](double a, double b) { return a + b; }));
    std::printf("the same object: %d\n", &made_when_asked_for() == &made_when_asked_for());
    std::printf("thread_local: %d\n", ++mine);
    std::printf("%s is used\n", own.name);
    Line *line = new Line;
    std::printf("aligned: %d\n", reinterpret_cast<std::uintptr_t>(line) % alignof(Line) == 0);
    delete line;

    try {
        fail(7);
    } catch (const Failure &failure) {
        std::printf("caught %d\n", failure.code);
    }
    try {
        ::operator delete(::operator new(static_cast<std::size_t>(1) << 60));
    } catch (const std::bad_alloc &) {
        std::printf("no memory\n");
    }
}
