#ifndef CREPORT_INTERNAL_H
#define CREPORT_INTERNAL_H

#include "CReport.h"

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>

/* Adds a message; white space at its end goes. */
void creport_log_add(creport_log *log, int line, const char *text);
/* The receiver of libxml2's errors, with a creport_log as context. */
void creport_log_error(void *log, xmlErrorPtr error);

/* Takes the one lock around both libraries, whose hooks are global; locks them down first. */
void creport_enter(creport_log *log);
void creport_leave(void);

/* A push parser that opens nothing and refuses a DOCTYPE; `state` becomes its _private. */
xmlParserCtxtPtr creport_parser_new(xmlSAXHandlerPtr sax, void *state);
/* 0, or -1 with the reason in the log once the document is no longer well-formed. */
int creport_parser_push(
    xmlParserCtxtPtr parser, creport_log *log, const char *bytes, int byte_count, int is_last);

/* Spells out what the eye can't see or tell apart in every text and attribute below `root`. */
void creport_spell_out(xmlNodePtr root);

/* The finished document of a tree. */
xmlDocPtr creport_tree_document(creport_tree *tree);

/* The hooks of libxslt, set once. */
void creport_lock_stylesheets(void);

#endif
