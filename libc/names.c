/* Names of users and groups: no user and no group has one. */
#include <grp.h>
#include <pwd.h>
#include <stddef.h>
#include <unistd.h>

#include "libc/returns.h"

RETURNS(struct passwd *getpwuid(uid_t user), NULL)
RETURNS(struct passwd *getpwnam(const char *name), NULL)
RETURNS(struct group *getgrgid(gid_t group), NULL)
RETURNS(struct group *getgrnam(const char *name), NULL)
RETURNS(char *getlogin(void), NULL)
