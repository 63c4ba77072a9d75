// Finds a part of the library of C++ that does not work: prints a line for each part of it.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <complex>
#include <ctime>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <memory_resource>
#include <numeric>
#include <optional>
#include <random>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

struct grouped : std::numpunct<char> {
    char do_thousands_sep() const override {
        return '.';
    }
    std::string do_grouping() const override {
        return "\3";
    }
};

int main(int, char **arguments) {
    std::vector<std::string> words{"pear", "apple", "fig"};
    std::sort(words.begin(), words.end());
    for (const auto &word : words)
        std::cout << word << ' ';
    std::cout << '\n';

    std::map<std::string, int> ordered;
    std::unordered_map<int, std::string> hashed;
    for (int i = 0; i < 100; i++) {
        ordered["key " + std::to_string(i % 10)] += i;
        hashed[i * i] = std::string(static_cast<std::size_t>(i), 'x');
    }
    std::cout << ordered.size() << ' ' << ordered["key 3"] << ' ' << hashed.at(81).size() << '\n';

    auto shared = std::make_shared<std::vector<int>>(5);
    std::weak_ptr<std::vector<int>> weak = shared;
    std::iota(shared->begin(), shared->end(), 1);
    std::cout << std::accumulate(shared->begin(), shared->end(), 0) << ' ' << shared.use_count();
    shared.reset();
    std::cout << ' ' << weak.expired() << '\n';

    std::variant<int, std::string> either = "text";
    std::optional<int> none;
    std::function<int(int)> twice = [](int number) { return 2 * number; };
    std::cout << std::get<std::string>(either) << ' ' << none.value_or(-1) << ' ' << twice(21)
              << '\n';

    std::ostringstream stream;
    stream << std::setprecision(3) << std::fixed << 2.0 / 3 << std::setw(6) << std::hex << 255;
    std::istringstream numbers("3 4.5 six");
    int whole;
    double real;
    std::string word;
    numbers >> whole >> real >> word;
    std::cout << stream.str() << ' ' << whole + real << word << '\n';

    std::smatch match;
    std::string text = "node 12 of 64";
    std::regex_search(text, match, std::regex("(\\d+) of (\\d+)"));
    std::cout << match[1] << '/' << match[2] << '\n';

    std::mt19937 random(1);
    std::complex<double> turn(0, 1);
    std::atomic<int> counter{1};
    counter += 4;
    auto before = std::chrono::steady_clock::now();
    auto seconds = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::cout << random() << ' ' << turn * turn << ' ' << counter << ' '
              << (std::chrono::steady_clock::now() >= before) << '\n';

    std::pmr::unsynchronized_pool_resource pool;
    std::pmr::vector<int> pooled({5, 6, 7}, &pool);
    std::cout << pooled.back() << ' ' << (std::time(nullptr) - seconds <= 1) << ' '
              << (std::hash<long double>()(1.5L) == std::hash<long double>()(1.5L)) << '\n';

    try {
        words.at(10) = "";
    } catch (const std::out_of_range &error) {
        std::cout << "out of range\n";
    }

    std::ostringstream groups;
    groups.imbue(std::locale(std::locale(), new grouped));
    groups << 1234567;
    std::cout << groups.str() << '\n';

    std::string name = arguments[1];
    std::ofstream(name) << "one\n" << 2.5 << '\n';
    std::ifstream in(name);
    std::getline(in, word);
    in >> real;
    std::cout << word << ' ' << real << std::endl;
    std::string line;
    while (std::getline(std::cin, line))
        std::cout << "read: " << line << '\n';
}
