/* Messages in other languages, of which there are none. */
#ifndef LIBINTL_H
#define LIBINTL_H

#ifdef __cplusplus
extern "C" {
#endif

/* All return their text. */
char *gettext(const char *text);
char *textdomain(const char *domain);
char *dgettext(const char *domain, const char *text);
char *bindtextdomain(const char *domain, const char *folder);
char *bind_textdomain_codeset(const char *domain, const char *codeset);

#ifdef __cplusplus
}
#endif

#endif
