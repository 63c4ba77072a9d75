// Finds what the C++ library cannot do since the system that it was compiled for is another one: a line for each.
#include <cerrno>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>
#include <ctime>
#include <ext/stdio_filebuf.h>
#include <iomanip>
#include <iostream>
#include <limits>
#include <sstream>
#include <streambuf>
#include <string>
#include <system_error>
#include <thread>

namespace {

// A buffer of a program's own, which has positions.
class alphabet : public std::streambuf {
    char letters[26];

  public:
    alphabet() {
        for (int i = 0; i < 26; i++)
            letters[i] = static_cast<char>('a' + i);
        setg(letters, letters, letters + 26);
    }

  protected:
    pos_type seekpos(pos_type position, std::ios_base::openmode) override {
        setg(letters, letters + std::streamoff(position), letters + 26);
        return position;
    }
};

bool is_near(std::chrono::nanoseconds time, clockid_t clock) {
    timespec now;
    clock_gettime(clock, &now);
    auto wanted = std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
    return time <= wanted && wanted - time < std::chrono::seconds(1);
}

void clocks() {
    using namespace std::chrono;
    auto before = steady_clock::now();
    std::cout << "clocks " << is_near(system_clock::now().time_since_epoch(), CLOCK_REALTIME)
              << is_near(high_resolution_clock::now().time_since_epoch(), CLOCK_REALTIME)
              << is_near(steady_clock::now().time_since_epoch(), CLOCK_MONOTONIC);
    std::this_thread::sleep_for(milliseconds(2));
    std::cout << (steady_clock::now() - before >= milliseconds(2)) << '\n';
}

void positions() {
    std::istringstream text("one two three");
    std::string word;
    text.seekg(4) >> word;
    std::istringstream::pos_type here = text.tellg();
    alphabet letters;
    std::istream own(&letters);
    own.seekg(23);
    std::cout << "positions " << word << ' ' << here << ' ' << char(own.get());
    std::FILE *file = std::tmpfile();
    __gnu_cxx::stdio_filebuf<char> buffer(file, std::ios::out);
    std::ostream(&buffer) << "eleven bytes" << std::flush;
    std::fseek(file, 0, SEEK_END);
    std::cout << ' ' << std::ftell(file) << '\n';
}

void errors() {
    std::cout << "errors " << std::system_category().name();
    static const struct {
        int number;
        std::errc condition;
    } same[] = {{ENOENT, std::errc::no_such_file_or_directory},
                {ERANGE, std::errc::result_out_of_range},
                {ENAMETOOLONG, std::errc::filename_too_long},
                {ENOSYS, std::errc::function_not_supported},
                {ELOOP, std::errc::too_many_symbolic_link_levels},
                {ETIMEDOUT, std::errc::timed_out},
                {ECANCELED, std::errc::operation_canceled},
                {ENOTSUP, std::errc::not_supported}};
    for (auto pair : same) {
        std::error_code error(pair.number, std::system_category());
        std::cout << (error == pair.condition && error.default_error_condition() == pair.condition &&
                      error.default_error_condition().category() == std::generic_category());
    }
    std::error_code none(4000, std::system_category());
    std::cout << ' ' << (none.default_error_condition().category() == std::system_category());
    try {
        throw std::system_error(ENOTEMPTY, std::system_category(), "rmdir");
    } catch (const std::system_error &error) {
        std::cout << ' ' << (error.code() == std::errc::directory_not_empty) << ' ' << error.what() << '\n';
    }
}

void dates() {
    std::tm date{};
    date.tm_year = 124;
    date.tm_mday = 1;
    std::wostringstream text;
    text << std::put_time(&date, L"%Y-%m-%d");
    std::cout << "dates " << (text.str() == L"2024-01-01") << '\n';
}

void long_doubles() {
    using limits = std::numeric_limits<long double>;
    std::cout << "long double " << 0.1L << ' ' << -1.5e300L << ' ' << 100000.0L << ' ' << 1e6L << ' '
              << 1.0L / 0.0L << ' ' << std::complex<long double>(0.5L, -2) << '\n';
    std::cout << std::setprecision(36) << 0.1L << ' ' << 1 / 3.0L << '\n' << std::setprecision(10) << std::scientific
              << limits::max() << ' ' << limits::denorm_min() << ' ' << 9.99999999999L << ' ' << 0.0L << '\n';
    std::cout << std::fixed << std::setprecision(1) << 0.25L << ' ' << 0.35L << ' ' << 1e22L << ' ' << 99.96L << ' ' << 0.01L
              << '\n';
    std::cout << std::showpos << std::internal << std::setfill('_') << std::setw(9) << 2.5L << ' ' << std::left
              << std::setw(6) << 2.5L << ' ' << std::right << std::setw(6) << 2.5L << ' ' << std::noshowpos << std::hexfloat
              << 1.0L / 3 << ' ' << std::uppercase << limits::denorm_min() << ' ' << std::defaultfloat << std::showpoint
              << 1.0L << ' ' << 1e-7L << '\n';
    std::istringstream read("0.1 -2.5e4000");
    long double tenth, large;
    read >> tenth >> large;
    std::cout << "read " << (tenth == 0.1L) << (large == -2.5e4000L) << '\n';
}

} // namespace

int main() {
    clocks();
    positions();
    errors();
    dates();
    long_doubles();
}
