/* openat, O_NOFOLLOW and O_CLOEXEC under a strict C standard. */
#define _DEFAULT_SOURCE

#include "internal.h"

#include <fcntl.h>
#include <libxslt/documents.h>
#include <libxslt/security.h>
#include <libxslt/transform.h>
#include <libxslt/variables.h>
#include <libxslt/xsltInternals.h>
#include <libxslt/xsltutils.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where stylesheets live while they are compiled: a scheme of ours that nothing else opens. */
static const char scheme[] = "templates:/";
enum { stylesheet_limit = 1 << 20, template_depth = 400 };

/* What is being compiled or run; guarded by the gate of parser.c. */
static struct {
  int folder;
  creport_log *log;
  /* libxslt writes a message in pieces: they are put together up to the line's end. */
  char line[2048];
  size_t line_length;
} work = {.folder = -1};

static void flush_line(void) {
  work.line[work.line_length] = 0;
  creport_log_add(work.log, 0, work.line);
  work.line_length = 0;
}

static void hear(void *context, const char *format, ...) {
  (void)context;
  char piece[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(piece, sizeof piece, format, arguments);
  va_end(arguments);
  for (const char *byte = piece; *byte != 0; byte++) {
    if (*byte == '\n' || work.line_length == sizeof work.line - 1) flush_line();
    if (*byte != '\n') work.line[work.line_length++] = *byte;
  }
}

/* The plain file name behind a URL of ours, or NULL. */
static const char *file_name(const char *url) {
  if (url == NULL || strncmp(url, scheme, sizeof scheme - 1) != 0) return NULL;
  const char *name = url + sizeof scheme - 1;
  size_t length = strlen(name);
  if (length < 5 || length > 100 || name[0] == '.') return NULL;
  for (const char *byte = name; *byte != 0; byte++) {
    int is_plain = (*byte >= 'a' && *byte <= 'z') || (*byte >= 'A' && *byte <= 'Z')
        || (*byte >= '0' && *byte <= '9') || strchr("._-", *byte) != NULL;
    if (!is_plain) return NULL;
  }
  return strcmp(name + length - 4, ".xsl") == 0 ? name : NULL;
}

static int read_whole(int file, char *bytes, size_t limit) {
  size_t length = 0;
  while (length < limit) {
    ssize_t count = read(file, bytes + length, limit - length);
    if (count < 0) return -1;
    if (count == 0) return (int)length;
    length += (size_t)count;
  }
  return -1;
}

static xmlDocPtr read_stylesheet(const char *url, xmlDictPtr dictionary) {
  const char *name = file_name(url);
  if (name == NULL || work.folder < 0) return NULL;
  int file = openat(work.folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  struct stat status;
  if (file < 0) return NULL;
  char *bytes = malloc(stylesheet_limit);
  int length = -1;
  if (bytes != NULL && fstat(file, &status) == 0 && S_ISREG(status.st_mode)) {
    length = read_whole(file, bytes, stylesheet_limit);
  }
  close(file);
  xmlDocPtr document = NULL;
  if (length > 0) {
    xmlParserCtxtPtr parser = xmlNewParserCtxt();
    if (parser != NULL && dictionary != NULL) {
      /* A stylesheet shares one dictionary with what it includes, or names don't match. */
      xmlDictFree(parser->dict);
      parser->dict = dictionary;
      xmlDictReference(dictionary);
    }
    if (parser != NULL) {
      document = xmlCtxtReadMemory(parser, bytes, length, url, NULL, XML_PARSE_NONET);
      xmlFreeParserCtxt(parser);
    }
  }
  free(bytes);
  if (document != NULL && xmlGetIntSubset(document) != NULL) {
    creport_log_add(work.log, 0, "a stylesheet with a DOCTYPE is refused");
    xmlFreeDoc(document);
    return NULL;
  }
  return document;
}

static xmlDocPtr load(
    const xmlChar *url, xmlDictPtr dictionary, int options, void *context, xsltLoadType type) {
  (void)options;
  (void)context;
  if (type == XSLT_LOAD_STYLESHEET) return read_stylesheet((const char *)url, dictionary);
  return NULL;
}

static int allow_template(
    xsltSecurityPrefsPtr security, xsltTransformContextPtr context, const char *url) {
  (void)security;
  (void)context;
  return file_name(url) != NULL;
}

/* Of everything that can be asked for, `read_url` decides on URLs and the rest is forbidden. */
static xsltSecurityPrefsPtr new_lock(xsltSecurityCheck read_url) {
  xsltSecurityPrefsPtr lock = xsltNewSecurityPrefs();
  if (lock == NULL) return NULL;
  xsltSetSecurityPrefs(lock, XSLT_SECPREF_READ_FILE, xsltSecurityForbid);
  xsltSetSecurityPrefs(lock, XSLT_SECPREF_WRITE_FILE, xsltSecurityForbid);
  xsltSetSecurityPrefs(lock, XSLT_SECPREF_CREATE_DIRECTORY, xsltSecurityForbid);
  xsltSetSecurityPrefs(lock, XSLT_SECPREF_READ_NETWORK, read_url);
  xsltSetSecurityPrefs(lock, XSLT_SECPREF_WRITE_NETWORK, xsltSecurityForbid);
  return lock;
}

static xsltSecurityPrefsPtr lock_for_run;

void creport_lock_stylesheets(void) {
  xsltInit();
  xsltSetLoaderFunc(load);
  /* The default holds while compiling; a run gets a lock of its own on top. */
  xsltSetDefaultSecurityPrefs(new_lock(allow_template));
  lock_for_run = new_lock(xsltSecurityForbid);
}

static xsltStylesheetPtr compile(const char *stylesheet) {
  char url[256];
  snprintf(url, sizeof url, "%s%s", scheme, stylesheet);
  xmlDocPtr document = read_stylesheet(url, NULL);
  if (document == NULL) {
    hear(NULL, "the stylesheet %s can't be read\n", stylesheet);
    return NULL;
  }
  xsltStylesheetPtr style = xsltParseStylesheetDoc(document);
  if (style == NULL) {
    xmlFreeDoc(document);
    return NULL;
  }
  if (style->errors == 0) return style;
  xsltFreeStylesheet(style);
  return NULL;
}

static xmlDocPtr run(
    xsltStylesheetPtr style, xmlDocPtr document, const char *const *parameters) {
  xsltTransformContextPtr context = xsltNewTransformContext(style, document);
  if (context == NULL) return NULL;
  xmlDocPtr result = NULL;
  int is_locked = lock_for_run != NULL && xsltSetCtxtSecurityPrefs(lock_for_run, context) == 0;
  context->maxTemplateDepth = template_depth;
  xsltSetTransformErrorFunc(context, context, hear);
  for (int i = 0; is_locked && parameters[i] != NULL; i += 2) {
    is_locked = xsltQuoteOneUserParam(
        context, BAD_CAST parameters[i], BAD_CAST parameters[i + 1]) == 0;
  }
  if (is_locked) {
    result = xsltApplyStylesheetUser(style, document, NULL, NULL, NULL, context);
  }
  /* A refused read still gives a document: only the state tells. */
  if (context->state != XSLT_STATE_OK && result != NULL) {
    xmlFreeDoc(result);
    result = NULL;
  }
  xsltFreeTransformContext(context);
  return result;
}

int creport_transform(
    creport_tree *tree, int folder, const char *stylesheet, const char *const *parameters,
    creport_log *log, char **result, size_t *byte_count) {
  *result = NULL;
  *byte_count = 0;
  creport_enter(log);
  work.folder = folder;
  work.log = log;
  work.line_length = 0;
  xsltSetGenericErrorFunc(NULL, hear);
  xsltStylesheetPtr style = compile(stylesheet);
  /* From here on nothing may be read: not even the folder. */
  work.folder = -1;
  xmlDocPtr document = NULL;
  if (style != NULL && creport_log_count(log) == 0) {
    document = run(style, creport_tree_document(tree), parameters);
  }
  int length = 0;
  int is_written = document != NULL && work.line_length == 0 && creport_log_count(log) == 0
      && xsltSaveResultToString((xmlChar **)result, &length, document, style) == 0
      && *result != NULL;
  *byte_count = (size_t)length;
  if (document != NULL) xmlFreeDoc(document);
  if (style != NULL) xsltFreeStylesheet(style);
  if (work.line_length > 0) flush_line();
  xsltSetGenericErrorFunc(NULL, NULL);
  work.log = NULL;
  creport_leave();
  if (!is_written && creport_log_count(log) == 0) {
    creport_log_add(log, 0, "the stylesheet stopped without a word");
  }
  return is_written && creport_log_count(log) == 0;
}

void creport_free(void *bytes) {
  if (bytes != NULL) xmlFree(bytes);
}
