#include "internal.h"

#include <libxml/SAX2.h>
#include <libxml/catalog.h>
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static xmlParserInputPtr open_nothing(const char *url, const char *id, xmlParserCtxtPtr parser) {
  (void)url;
  (void)id;
  (void)parser;
  return NULL;
}

static void lock_down(void) {
  xmlInitParser();
  xmlCatalogSetDefaults(XML_CATA_ALLOW_NONE);
  creport_lock_stylesheets();
}

void creport_enter(creport_log *log) {
  pthread_mutex_lock(&gate);
  pthread_once(&once, lock_down);
  /* Other code of the process may have set its own; these are ours while we hold the gate. */
  xmlSetExternalEntityLoader(open_nothing);
  xmlSetStructuredErrorFunc(log, creport_log_error);
}

void creport_leave(void) {
  xmlSetStructuredErrorFunc(NULL, NULL);
  pthread_mutex_unlock(&gate);
}

static void refuse_doctype(
    void *context, const xmlChar *name, const xmlChar *public_id, const xmlChar *system_id) {
  (void)name;
  (void)public_id;
  (void)system_id;
  xmlParserCtxtPtr parser = context;
  parser->wellFormed = 0;
  xmlStopParser(parser);
}

xmlParserCtxtPtr creport_parser_new(xmlSAXHandlerPtr sax, void *state) {
  sax->internalSubset = refuse_doctype;
  xmlParserCtxtPtr parser = xmlCreatePushParserCtxt(sax, NULL, NULL, 0, NULL);
  if (parser == NULL) return NULL;
  xmlCtxtUseOptions(parser, XML_PARSE_NONET);
  parser->_private = state;
  return parser;
}

int creport_parser_push(
    xmlParserCtxtPtr parser, creport_log *log, const char *bytes, int byte_count, int is_last) {
  if (!parser->wellFormed) return -1;
  xmlParseChunk(parser, bytes, byte_count, is_last);
  if (parser->wellFormed) return 0;
  if (parser->errNo == XML_ERR_USER_STOP) {
    creport_log_add(log, xmlSAX2GetLineNumber(parser), "a document with a DOCTYPE is refused");
  }
  return -1;
}
