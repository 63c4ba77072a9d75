// Finds what C++ has for threads and does not work in a process that has one: a line for each kind.
#include <chrono>
#include <condition_variable>
#include <future>
#include <iostream>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <system_error>
#include <thread>

int main() {
    using namespace std::chrono_literals;
    std::mutex plain, other;
    std::recursive_mutex recursive;
    std::timed_mutex timed;
    std::shared_mutex shared;
    {
        std::scoped_lock both(plain, other);
        std::lock_guard<std::recursive_mutex> once(recursive), twice(recursive);
        std::unique_lock<std::timed_mutex> late(timed);
        std::shared_lock<std::shared_mutex> one(shared), two(shared);
        std::cout << "locks " << plain.try_lock() << recursive.try_lock() << timed.try_lock_for(1ms) << shared.try_lock()
                  << shared.try_lock_shared() << '\n';
    }
    std::once_flag flag;
    int calls = 0;
    for (int i = 0; i < 3; i++)
        try {
            std::call_once(flag, [&] {
                if (++calls == 1)
                    throw std::runtime_error("not done");
            });
        } catch (const std::runtime_error &) {
            calls += 10;
        }
    std::condition_variable condition;
    std::unique_lock<std::mutex> lock(plain);
    condition.notify_all();
    std::cout << "once " << calls << " condition " << condition.wait_for(lock, 1ms, [] { return false; })
              << (condition.wait_until(lock, std::chrono::steady_clock::now() + 1ms) == std::cv_status::timeout) << '\n';
    std::promise<int> promise;
    promise.set_value(7);
    std::packaged_task<int(int)> task([](int number) { return 2 * number; });
    task(21);
    auto asked = std::async([] { return 5; });
    std::cout << "futures " << promise.get_future().get() << ' ' << task.get_future().get() << ' ' << asked.get() << '\n';
    try {
        std::thread thread([] {});
        thread.join();
    } catch (const std::system_error &error) {
        std::cout << "thread " << (error.code() == std::errc::resource_unavailable_try_again) << '\n';
    }
    std::this_thread::yield();
    auto counted = std::make_shared<int>(3);
    auto copy = counted;
    std::cout << "of one " << counted.use_count() << ' ' << (std::this_thread::get_id() == std::thread::id()) << '\n';
}
