/* timegm for newlib: mktime of a time zone that is UTC, whatever TZ says. */
#include <time.h>

enum { MONTHS = 12, SECONDS_A_MINUTE = 60, SECONDS_AN_HOUR = 3600, SECONDS_A_DAY = 86400 };

/* Days from 1 January 1970 to the first of a month, by the Gregorian calendar. Years begin in March
 * here, so that the day that not every year has is a year's last: the months from March on begin
 * with day (153 m + 2) / 5, for five of them have 153 days. */
static long long days_to(long long year, int month) {
    long long since_march = month >= 2 ? month - 2 : month + 10;
    year -= month < 2;
    long long era = (year >= 0 ? year : year - 399) / 400, of_era = year - 400 * era;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + (153 * since_march + 2) / 5 -
           719468;
}

time_t timegm(struct tm *broken) {
    int carry = broken->tm_mon / MONTHS - (broken->tm_mon % MONTHS < 0);
    long long days = days_to(1900LL + broken->tm_year + carry, broken->tm_mon - carry * MONTHS) +
                     broken->tm_mday - 1;
    time_t time = (time_t)(days * SECONDS_A_DAY + (long long)broken->tm_hour * SECONDS_AN_HOUR +
                           (long long)broken->tm_min * SECONDS_A_MINUTE + broken->tm_sec);
    gmtime_r(&time, broken);
    return time;
}
