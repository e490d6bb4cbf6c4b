#include "internal.h"

#include <libxml/SAX2.h>
#include <libxml/xmlschemas.h>
#include <stdlib.h>

struct creport_check {
  creport_log *log;
  xmlSchemaPtr schema;
  xmlSchemaValidCtxtPtr validity;
  xmlSAXHandler sax;
  xmlParserCtxtPtr parser;
  xmlSchemaSAXPlugPtr plug;
};

static int locate(void *context, const char **file, unsigned long *line) {
  creport_check *check = context;
  if (file != NULL) *file = NULL;
  if (line != NULL) *line = (unsigned long)xmlSAX2GetLineNumber(check->parser);
  return 0;
}

static int open_schema(creport_check *check, const char *schema, size_t byte_count) {
  xmlSchemaParserCtxtPtr reader = xmlSchemaNewMemParserCtxt(schema, (int)byte_count);
  if (reader == NULL) return 0;
  xmlSchemaSetParserStructuredErrors(reader, (xmlStructuredErrorFunc)creport_log_error, check->log);
  check->schema = xmlSchemaParse(reader);
  xmlSchemaFreeParserCtxt(reader);
  if (check->schema == NULL) return 0;
  check->validity = xmlSchemaNewValidCtxt(check->schema);
  if (check->validity == NULL) return 0;
  xmlSchemaSetValidStructuredErrors(
      check->validity, (xmlStructuredErrorFunc)creport_log_error, check->log);
  return 1;
}

static int open_parser(creport_check *check) {
  /* Only the DOCTYPE is heard; everything else goes to the schema, and no tree is built. */
  check->sax.initialized = XML_SAX2_MAGIC;
  check->parser = creport_parser_new(&check->sax, check);
  if (check->parser == NULL) return 0;
  xmlSchemaValidateSetLocator(check->validity, locate, check);
  check->plug = xmlSchemaSAXPlug(
      check->validity, &check->parser->sax, &check->parser->userData);
  return check->plug != NULL;
}

creport_check *creport_check_new(const char *schema, size_t byte_count, creport_log *log) {
  creport_check *check = calloc(1, sizeof *check);
  if (check == NULL) return NULL;
  check->log = log;
  creport_enter(log);
  int is_open = open_schema(check, schema, byte_count) && open_parser(check);
  creport_leave();
  if (is_open) return check;
  creport_log_add(log, 0, "the schema can't be used");
  creport_check_free(check);
  return NULL;
}

int creport_check_push(creport_check *check, const char *bytes, int byte_count) {
  creport_enter(check->log);
  int result = creport_parser_push(check->parser, check->log, bytes, byte_count, 0);
  creport_leave();
  return result;
}

int creport_check_finish(creport_check *check) {
  creport_enter(check->log);
  int is_whole = creport_parser_push(check->parser, check->log, "", 0, 1) == 0;
  xmlSchemaSAXUnplug(check->plug);
  check->plug = NULL;
  int is_valid = xmlSchemaIsValid(check->validity) == 1;
  creport_leave();
  return is_whole && is_valid && creport_log_count(check->log) == 0;
}

void creport_check_free(creport_check *check) {
  if (check == NULL) return;
  creport_enter(NULL);
  if (check->plug != NULL) xmlSchemaSAXUnplug(check->plug);
  if (check->parser != NULL) xmlFreeParserCtxt(check->parser);
  if (check->validity != NULL) xmlSchemaFreeValidCtxt(check->validity);
  if (check->schema != NULL) xmlSchemaFree(check->schema);
  creport_leave();
  free(check);
}
